#include "demo/embedded.h"

#include <array>

#include "base/files.h"
#include "demo/embedded_files.h"
#include "emi/data/archive.h"
#include "emi/data/stored.h"

namespace rekindle::demo {

namespace {

std::span<const EmbeddedSource* const> sources() {
    static const std::array<const EmbeddedSource*, 1> all = {&lantern_source};
    return all;
}

std::vector<EmbeddedGame> list_games() {
    std::vector<EmbeddedGame> games;
    for (const EmbeddedSource* source : sources())
        games.push_back({source->name, source->title, source->description, source->level, source->recording,
                         games.size()});
    return games;
}

std::span<const EmbeddedSource* const> scene_sources() {
    static const std::array<const EmbeddedSource*, 1> all = {&coat_source};
    return all;
}

std::vector<EmbeddedScene> list_scenes() {
    std::vector<EmbeddedScene> scenes;
    for (const EmbeddedSource* source : scene_sources())
        scenes.push_back({source->name, source->title, source->description, scenes.size()});
    return scenes;
}

std::map<std::string, Bytes> files_of(const EmbeddedSource& source) {
    std::map<std::string, Bytes> files;
    for (const EmbeddedFile& file : source.files)
        files.emplace(file.name, Bytes(file.bytes.begin(), file.bytes.end()));
    return files;
}

} // namespace

std::map<std::string, Bytes> EmbeddedGame::files() const { return files_of(*sources()[source]); }

Expected<flashback::DataSet> EmbeddedGame::open() const {
    return flashback::DataSet::from_files(files(), flashback::Release::dos_demo);
}

std::span<const EmbeddedGame> embedded_games() {
    static const std::vector<EmbeddedGame> games = list_games();
    return games;
}

const EmbeddedGame* find_embedded(std::string_view name) {
    for (const EmbeddedGame& game : embedded_games())
        if (same_name(game.name, name)) return &game;
    return nullptr;
}

std::map<std::string, Bytes> EmbeddedScene::files() const { return files_of(*scene_sources()[source]); }

Expected<std::map<std::string, Bytes>> EmbeddedScene::open() const {
    std::map<std::string, Bytes> opened;
    for (const auto& [file, archive] : files()) {
        RK_TRY(const emi::Archive list, emi::read_archive(archive, file));
        for (const emi::ArchiveEntry& entry : list.entries) {
            RK_TRY(auto contents, emi::open_stored(emi::contents_of(archive, entry), entry.name));
            opened[entry.name] = std::move(contents.bytes);
        }
    }
    return opened;
}

std::span<const EmbeddedScene> embedded_scenes() {
    static const std::vector<EmbeddedScene> scenes = list_scenes();
    return scenes;
}

const EmbeddedScene* find_embedded_scene(std::string_view name) {
    for (const EmbeddedScene& scene : embedded_scenes())
        if (same_name(scene.name, name)) return &scene;
    return nullptr;
}

} // namespace rekindle::demo
