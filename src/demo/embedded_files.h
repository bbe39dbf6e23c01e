#pragma once
// What the build makes out of demo/: the bytes of a game's files. Included by the made sources and
// embedded.cpp.

#include <span>
#include <string_view>

namespace rekindle::demo {

struct EmbeddedFile {
    std::string_view name;
    std::span<const unsigned char> bytes;
};

struct EmbeddedSource {
    std::string_view name, title, description;
    int level;
    std::string_view recording;
    std::span<const EmbeddedFile> files;
};

// One a folder of demo/ that the build makes a game of.
extern const EmbeddedSource lantern_source, coat_source;

} // namespace rekindle::demo
