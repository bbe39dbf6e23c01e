// Host tool of the build: makes an embedded game out of its sources.
//   rekindle_build_demo SOURCE_FOLDER NAME OUTPUT_FOLDER
// writes the game's files to OUTPUT_FOLDER/NAME/, their bytes as NAME_files.cpp and what the sources' names
// stand for as NAME_names.h.

#include <cstdio>
#include <filesystem>
#include <string>

#include <fmt/format.h>

#include "author/byte_array.h"
#include "author/flashback/project.h"
#include "base/files.h"

namespace rekindle {
namespace {

std::string files_source(const author::BuiltGame& game, const std::string& name) {
    std::string arrays, list;
    int number = 0;
    for (const auto& [file, bytes] : game.files) {
        const std::string variable = fmt::format("file_{}", number++);
        arrays += byte_array(variable, bytes);
        list += fmt::format("    {{\"{}\", {}}},\n", file, variable);
    }
    return fmt::format("// Made by rekindle_build_demo.\n#include \"demo/embedded_files.h\"\n\n"
                       "namespace rekindle::demo {{\nnamespace {{\n{}const EmbeddedFile files[] = "
                       "{{\n{}}};\n}} // namespace\n\n"
                       "const EmbeddedSource {}_source = {{\"{}\", \"{}\", \"{}\", {}, \"{}\", files}};\n"
                       "}} // namespace rekindle::demo\n",
                       arrays, list, name, name, game.title, game.description, game.level, game.recording);
}

std::string names_header(const author::BuiltGame& game, const std::string& name) {
    std::string text = fmt::format(
        "// Made by rekindle_build_demo: what the names in the sources stand for.\n#pragma once\n\n"
        "namespace rekindle::demo::{} {{\n",
        name);
    const auto add = [&](std::string_view group, const author::Numbers& numbers) {
        text += fmt::format("namespace {} {{\n", group);
        for (std::string word; const auto& [key, value] : numbers) {
            word = key;
            if (const std::size_t dot = word.find('.'); dot != word.npos) word[dot] = '_';
            text += fmt::format("inline constexpr int {} = {};\n", word, value);
        }
        text += fmt::format("}} // namespace {}\n", group);
    };
    add("entity", game.logic.entity_numbers);
    add("state", game.logic.state_numbers);
    add("room", game.logic.room_numbers);
    add("constant", game.logic.constants);
    return text + fmt::format("}} // namespace rekindle::demo::{}\n", name);
}

Expected<void> build(const std::filesystem::path& sources, const std::string& name,
                     const std::filesystem::path& output) {
    RK_TRY(const author::BuiltGame game, author::build_game(sources));
    for (const auto& [file, bytes] : game.files) RK_CHECK(write_file(output / name / file, ByteView(bytes)));
    RK_CHECK(write_file(output / (name + "_names.h"), names_header(game, name)));
    return write_file(output / (name + "_files.cpp"), files_source(game, name));
}

} // namespace
} // namespace rekindle

int main(int count, char** words) {
    if (count != 4) {
        std::fputs("usage: rekindle_build_demo SOURCE_FOLDER NAME OUTPUT_FOLDER\n", stderr);
        return rekindle::exit_code(rekindle::ErrorKind::usage);
    }
    const auto built = rekindle::build(words[1], words[2], words[3]);
    if (built) return 0;
    std::fprintf(stderr, "%s\n", built.error().line().c_str());
    return rekindle::exit_code(built.error().kind);
}
