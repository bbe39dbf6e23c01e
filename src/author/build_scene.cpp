// Host tool of the build: makes an embedded EMI scene out of its sources.
//   rekindle_build_scene SOURCE_FOLDER NAME OUTPUT_FOLDER
// writes the scene's archive to OUTPUT_FOLDER/NAME/ and its bytes as NAME_files.cpp.

#include <cstdio>
#include <filesystem>
#include <string>

#include <fmt/format.h>

#include "author/byte_array.h"
#include "author/emi/scene.h"
#include "base/files.h"

namespace rekindle {
namespace {

constexpr const char* archive_name = "art001.m4b";

std::string files_source(const author::BuiltScene& scene, const std::string& name) {
    return fmt::format("// Made by rekindle_build_scene.\n#include \"demo/embedded_files.h\"\n\n"
                       "namespace rekindle::demo {{\nnamespace {{\n{}const EmbeddedFile files[] = "
                       "{{\n    {{\"{}\", archive}},\n}};\n}} // namespace\n\n"
                       "const EmbeddedSource {}_source = {{\"{}\", \"{}\", \"{}\", 0, \"\", files}};\n"
                       "}} // namespace rekindle::demo\n",
                       byte_array("archive", scene.archive), archive_name, name, name, scene.title,
                       scene.description);
}

Expected<void> build(const std::filesystem::path& sources, const std::string& name,
                     const std::filesystem::path& output) {
    RK_TRY(const author::BuiltScene scene, author::build_scene(sources));
    RK_CHECK(write_file(output / name / archive_name, ByteView(scene.archive)));
    return write_file(output / (name + "_files.cpp"), files_source(scene, name));
}

} // namespace
} // namespace rekindle

int main(int count, char** words) {
    if (count != 4) {
        std::fputs("usage: rekindle_build_scene SOURCE_FOLDER NAME OUTPUT_FOLDER\n", stderr);
        return rekindle::exit_code(rekindle::ErrorKind::usage);
    }
    const auto built = rekindle::build(words[1], words[2], words[3]);
    if (built) return 0;
    std::fprintf(stderr, "%s\n", built.error().line().c_str());
    return rekindle::exit_code(built.error().kind);
}
