#include "emi/data/field_table.h"

#include <fmt/format.h>

namespace rekindle::emi {
namespace {

void add_once(std::vector<std::string>& list, const char* text) {
    if (std::find(list.begin(), list.end(), text) == list.end()) list.emplace_back(text);
}

std::string printable(std::string_view bytes) {
    std::string text;
    for (const char c : bytes)
        text += c >= ' ' && c <= '~' ? std::string(1, c) : fmt::format("\\{}", static_cast<int>(c));
    return text;
}

} // namespace

void FieldTable::row(Field field, const std::string& type, std::size_t size) {
    List& list = lists_.back();
    const bool inside = lists_.size() > 1;
    const std::string offset = list.known ? fmt::format("{}{}", inside ? "+" : "", list.offset) : "";
    std::string name = list.name;
    if (*field.name != 0) name += (inside ? "." : "") + std::string(field.name);
    std::string about = field.about;
    for (const std::string& condition : conditions_)
        about += fmt::format("{}only: {}", about.empty() ? "" : "; ", condition);
    rows_ += fmt::format("| {} | {} | {} | {} |\n", offset, type, name, about);
    list.offset += size;
    list.known = list.known && size > 0 && conditions_.empty();
}

std::size_t FieldTable::begin(Field field, const std::string& type) {
    row(field, type, 0);
    lists_.push_back(
        {fmt::format("{}{}{}[]", lists_.back().name, lists_.size() > 1 ? "." : "", field.name), 0, true});
    return 1;
}

void FieldTable::end_list() { lists_.pop_back(); }

bool FieldTable::begin_when(bool, const char* said) {
    conditions_.emplace_back(said);
    return true;
}

void FieldTable::ints(Field field, std::span<std::int32_t> values) {
    row(field, fmt::format("{} x i32", values.size()), 4 * values.size());
}

void FieldTable::octets(Field field, std::span<std::uint8_t> values) {
    row(field, fmt::format("{} x u8", values.size()), values.size());
}

void FieldTable::fixed(Field field, FixedText&, std::size_t size) {
    row(field, fmt::format("text in {} bytes", size), size);
}

void FieldTable::raw(Field field, Bytes&, std::size_t size) {
    row(field, size == 0 ? "bytes" : fmt::format("{} bytes", size), size);
}

void FieldTable::magic(std::string_view bytes) {
    const std::string text = fmt::format("\"{}\"", printable(bytes));
    row({"mark", text.c_str()}, fmt::format("{} bytes", bytes.size()), bytes.size());
}

bool FieldTable::goes_on(Field, bool& value) {
    value = true;
    rows_ += "| | | | the file may end here |\n";
    return true;
}

bool FieldTable::require(bool, const char* expected, std::uint64_t) {
    add_once(refused_, expected);
    return true;
}

void FieldTable::usual(bool, const char* expected) { add_once(noted_, expected); }

std::string FieldTable::markdown() const {
    std::string text = "| offset | type | field | |\n|---|---|---|---|\n" + rows_;
    const auto list = [&text](const char* title, const std::vector<std::string>& lines) {
        if (lines.empty()) return;
        text += fmt::format("\n{}\n", title);
        for (const std::string& line : lines) text += fmt::format("* {}\n", line);
    };
    list("Refused unless there is", refused_);
    list("Noted unless there is", noted_);
    return text;
}

} // namespace rekindle::emi
