#include "cli/sheet.h"

#include "cli/command.h"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace rekindle::cli {

std::string Cell::text() const {
    if (const auto* number = std::get_if<std::int64_t>(&value_)) return fmt::format("{}", *number);
    if (const auto* yes = std::get_if<bool>(&value_)) return *yes ? "yes" : "no";
    if (const auto* text = std::get_if<std::string>(&value_)) return *text;
    return {};
}

nlohmann::ordered_json Cell::json() const {
    return std::visit(
        [](const auto& value) -> nlohmann::ordered_json {
            if constexpr (std::is_same_v<std::decay_t<decltype(value)>, std::monostate>)
                return nullptr;
            else
                return value;
        },
        value_);
}

Table& Sheet::table(std::string name, std::vector<std::string> columns) {
    tables.push_back({std::move(name), std::move(columns), {}});
    return tables.back();
}

namespace {

void append_table(std::string& out, const Table& table) {
    std::vector<std::size_t> widths;
    std::vector<std::vector<std::string>> texts;
    for (const std::string& column : table.columns) widths.push_back(column.size());
    for (const std::vector<Cell>& row : table.rows) {
        std::vector<std::string>& cells = texts.emplace_back();
        for (std::size_t i = 0; i < row.size(); ++i) {
            cells.push_back(row[i].text());
            widths[i] = std::max(widths[i], cells[i].size());
        }
    }
    const auto append_row = [&](const auto& cell_text, const auto& is_number) {
        std::string line;
        for (std::size_t i = 0; i < widths.size(); ++i)
            line += is_number(i) ? fmt::format("  {:>{}}", cell_text(i), widths[i])
                                 : fmt::format("  {:<{}}", cell_text(i), widths[i]);
        line.erase(line.find_last_not_of(' ') + 1);
        out += line + '\n';
    };
    const auto column_is_number = [&](std::size_t i) {
        return !table.rows.empty() && table.rows.front()[i].is_number();
    };
    append_row([&](std::size_t i) { return table.columns[i]; }, column_is_number);
    for (std::size_t row = 0; row < texts.size(); ++row)
        append_row([&](std::size_t i) { return texts[row][i]; },
                   [&](std::size_t i) { return table.rows[row][i].is_number(); });
}

} // namespace

std::string sheet_text(const Sheet& sheet) {
    std::string out = sheet.title.empty() ? "" : sheet.title + '\n';
    for (const auto& [name, value] : sheet.facts) out += fmt::format("  {}: {}\n", name, value.text());
    for (const Table& table : sheet.tables) {
        if (!out.empty()) out += '\n';
        out += fmt::format("{} ({})\n", table.name, table.rows.size());
        append_table(out, table);
    }
    return out;
}

nlohmann::ordered_json sheet_json(const Sheet& sheet) {
    nlohmann::ordered_json json;
    json["title"] = sheet.title;
    for (const auto& [name, value] : sheet.facts) json[name] = value.json();
    for (const Table& table : sheet.tables) {
        nlohmann::ordered_json rows = nlohmann::ordered_json::array();
        for (const std::vector<Cell>& row : table.rows) {
            nlohmann::ordered_json object;
            for (std::size_t i = 0; i < row.size(); ++i) object[table.columns[i]] = row[i].json();
            rows.push_back(std::move(object));
        }
        json[table.name] = std::move(rows);
    }
    return json;
}

std::string shown(const Sheet& sheet, bool json) {
    return json ? to_text(sheet_json(sheet)) : sheet_text(sheet);
}

std::string table_csv(const Table& table) {
    std::string out;
    const auto append = [&out](std::size_t column, std::string_view text) {
        if (column > 0) out += ',';
        if (text.find_first_of(",\"\n\r") == std::string_view::npos) {
            out += text;
            return;
        }
        out += '"';
        for (const char c : text) {
            if (c == '"') out += '"';
            out += c;
        }
        out += '"';
    };
    for (std::size_t i = 0; i < table.columns.size(); ++i) append(i, table.columns[i]);
    out += '\n';
    for (const std::vector<Cell>& row : table.rows) {
        for (std::size_t i = 0; i < row.size(); ++i) append(i, row[i].text());
        out += '\n';
    }
    return out;
}

std::string printable(std::string_view text) {
    std::string out;
    for (const char c : text) {
        const auto code = static_cast<unsigned char>(c);
        if (code >= 0x20 && code < 0x7F && c != '\\')
            out += c;
        else if (c == '\n')
            out += "\\n";
        else
            out += fmt::format("\\x{:02x}", code);
    }
    return out;
}

std::string hex(std::uint64_t value, int digits) { return fmt::format("0x{:0{}x}", value, digits); }

} // namespace rekindle::cli
