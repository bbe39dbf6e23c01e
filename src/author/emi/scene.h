#pragma once
// A folder of text → the files of a small scene in EMI's formats, in one archive. scene.txt in the folder
// names the parts. Called by the build of the embedded games; demo/emi/README.md says how to write one.

#include <filesystem>
#include <map>
#include <string>

#include "base/bytes.h"

namespace rekindle::author {

struct BuiltScene {
    std::string title, description;
    std::map<std::string, Bytes> files; // as they are stored in the archive
    Bytes archive;                      // art001.m4b
};

// Errors name file and line of the source.
Expected<BuiltScene> build_scene(const std::filesystem::path& folder);

} // namespace rekindle::author
