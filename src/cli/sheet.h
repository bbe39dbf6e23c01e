#pragma once
// What a file holds, laid out for people and programs: single facts and tables. One sheet gives the text of
// `inspect`, its JSON, and the JSON and CSV files of `unpack`.

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace rekindle::cli {

// Nothing, a number, yes/no or text.
class Cell {
  public:
    Cell() = default;
    Cell(bool value) : value_(value) {}
    template <typename T>
    requires std::is_integral_v<T> Cell(T value) : value_(static_cast<std::int64_t>(value)) {}
    Cell(std::string value) : value_(std::move(value)) {}
    Cell(std::string_view value) : value_(std::string(value)) {}
    Cell(const char* value) : value_(std::string(value)) {}

    bool is_number() const { return std::holds_alternative<std::int64_t>(value_); }
    std::string text() const; // nothing: empty
    nlohmann::ordered_json json() const;

  private:
    std::variant<std::monostate, bool, std::int64_t, std::string> value_;
};

struct Table {
    std::string name; // plural, a JSON key and part of a file name
    std::vector<std::string> columns;
    std::vector<std::vector<Cell>> rows; // each as long as columns

    void row(std::vector<Cell> cells) { rows.push_back(std::move(cells)); }
};

struct Sheet {
    std::string title; // "entities of LEVEL1.PGE"
    std::vector<std::pair<std::string, Cell>> facts;
    std::vector<Table> tables;

    void fact(std::string name, Cell value) { facts.emplace_back(std::move(name), std::move(value)); }
    Table& table(std::string name, std::vector<std::string> columns);
};

// Facts as "name: value", tables with aligned columns, numbers to the right.
std::string sheet_text(const Sheet& sheet);
// {"title": …, facts…, table: [{column: cell}]}
nlohmann::ordered_json sheet_json(const Sheet& sheet);
// The one or the other, as a command prints it.
std::string shown(const Sheet& sheet, bool json);
// A header row, then the rows; quoted where needed.
std::string table_csv(const Table& table);

// Bytes of a text in the game's own character set: printable ASCII as it is, others as \xNN.
std::string printable(std::string_view text);
std::string hex(std::uint64_t value, int digits);

} // namespace rekindle::cli
