#pragma once
// The string table (script.tab): translations by key (emi-formats §14). The bytes of a text are of the game's
// code page (base/code_page.h turns them into UTF-8); the table keeps its deciphered text whole.

#include <map>

#include "emi/data/fields.h"

namespace rekindle::emi {

enum class TextCipher { rcne, plain, unmarked }; // "RCNE", "DOEL", any four bytes (demo, console version)

struct TextTable {
    TextCipher cipher = TextCipher::rcne;
    std::array<std::uint8_t, 4> mark{0x52, 0x43, 0x4E, 0x45};
    std::string text; // behind the mark, deciphered: lines key<TAB>text<CR><LF>
    bool operator==(const TextTable&) const = default;
};

// The file: mark and text as stored.
struct StoredTexts {
    std::array<std::uint8_t, 4> mark{};
    Bytes text;
};
void describe(Fields& fields, StoredTexts& stored);

// `any_mark`: accept unmarked tables.
Expected<TextTable> read_text_table(ByteView bytes, std::string_view file, bool any_mark = false);
Bytes write_text_table(const TextTable& table);

struct TextEntry {
    std::string key, text;
    bool operator==(const TextEntry&) const = default;
};
// Entries in file order by the rules of §14, accidents included; the table's last entry of a key counts.
std::vector<TextEntry> text_entries(const TextTable& table);
TextTable make_text_table(std::span<const TextEntry> entries, TextCipher cipher = TextCipher::rcne);

// Looks up strings of the form "/key/text".
class Translations {
  public:
    Translations() = default;
    explicit Translations(const TextTable& table);
    // The table's text, else what stands behind the second '/'; other strings unchanged.
    std::string translate(std::string_view text) const;
    // What LocalizeString answers: "/key/translated", "//text" for a plain string.
    std::string with_key(std::string_view text) const;
    std::size_t size() const { return texts_.size(); }

  private:
    std::map<std::string, std::string> texts_; // by upper-case key
};

} // namespace rekindle::emi
