#include "emi/data/text_table.h"

#include <fmt/format.h>

#include "base/files.h"

namespace rekindle::emi {
namespace {

constexpr std::array<std::uint8_t, 4> enciphered{0x52, 0x43, 0x4E, 0x45}, deciphered{0x44, 0x4F, 0x45, 0x4C};
constexpr char ignored_line = 0x1A;

// The same stream both ways (§14); keys are 1..255.
std::string cipher(std::string_view text) {
    std::string result(text);
    std::uint32_t state = 0x16;
    for (char& c : result) {
        state = state * 0x343FD + 0x269EC3;
        const std::uint32_t key = ((state >> 16) & 0x7FFF) * 254 / 32767 + 1;
        c = static_cast<char>(static_cast<std::uint8_t>(c) ^ key);
    }
    return result;
}

void continue_entry(std::vector<TextEntry>& entries, std::string_view line) {
    if (entries.empty()) return;
    for (const char c : line)
        if (c != '\r') entries.back().text += c;
}

struct KeyedText {
    std::string_view key, text;
    bool keyed = false;
};
KeyedText split(std::string_view text) {
    if (text.empty() || text[0] != '/') return {{}, text};
    const std::size_t second = text.find('/', 1);
    if (second == std::string_view::npos) return {{}, text};
    return {text.substr(1, second - 1), text.substr(second + 1), true};
}

} // namespace

void describe(Fields& f, StoredTexts& stored) {
    f.octets({"mark", "\"RCNE\" enciphered, \"DOEL\" plain"}, stored.mark);
    f.to_the_end({"text", "lines"}, stored.text);
}

Expected<TextTable> read_text_table(ByteView bytes, std::string_view file, bool any_mark) {
    RK_TRY(const StoredTexts stored, read_fields<StoredTexts>(bytes, file, nullptr));
    TextTable table;
    table.mark = stored.mark;
    table.text.assign(stored.text.begin(), stored.text.end());
    if (table.mark == enciphered) table.text = cipher(table.text);
    table.cipher = table.mark == enciphered   ? TextCipher::rcne
                   : table.mark == deciphered ? TextCipher::plain
                                              : TextCipher::unmarked;
    if (table.cipher == TextCipher::unmarked && !any_mark) {
        Reader in(bytes, file);
        in.fail_at(0, "\"RCNE\" or \"DOEL\"", fmt::format("{:02x}", fmt::join(table.mark, " ")));
        return in.unexpected();
    }
    return table;
}

Bytes write_text_table(const TextTable& table) {
    Writer out;
    out.bytes(table.mark);
    out.text(table.cipher == TextCipher::rcne ? cipher(table.text) : table.text);
    return out.take();
}

std::vector<TextEntry> text_entries(const TextTable& table) {
    std::vector<TextEntry> entries;
    bool skip_next = false;
    for (std::size_t at = 0; at < table.text.size();) {
        const std::size_t end = std::min(table.text.find('\n', at), table.text.size());
        const std::string_view line = std::string_view(table.text).substr(at, end - at);
        at = end + 1;
        if (skip_next) {
            skip_next = false;
        } else if (line.starts_with('\r')) {
            skip_next = true;
        } else if (!line.starts_with(ignored_line)) {
            const std::size_t tab = line.find('\t');
            if (tab == std::string_view::npos)
                continue_entry(entries, line);
            else // the last character, a CR in whole tables, is lost
                entries.push_back(
                    {std::string(line.substr(0, tab)),
                     std::string(line.substr(tab + 1, std::max(line.size() - tab - 1, std::size_t{1}) - 1))});
        }
    }
    return entries;
}

TextTable make_text_table(std::span<const TextEntry> entries, TextCipher cipher) {
    TextTable table;
    table.cipher = cipher;
    if (cipher != TextCipher::rcne) table.mark = deciphered;
    for (const TextEntry& entry : entries) table.text += entry.key + '\t' + entry.text + "\r\n";
    return table;
}

Translations::Translations(const TextTable& table) {
    for (TextEntry& entry : text_entries(table)) texts_[upper_case(entry.key)] = std::move(entry.text);
}

std::string Translations::translate(std::string_view text) const {
    const KeyedText parts = split(text);
    if (!parts.keyed) return std::string(text);
    const auto found = texts_.find(upper_case(parts.key));
    return found == texts_.end() ? std::string(parts.text) : found->second;
}

std::string Translations::with_key(std::string_view text) const {
    return fmt::format("/{}/{}", split(text).key, translate(text));
}

} // namespace rekindle::emi
