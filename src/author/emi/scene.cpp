#include "author/emi/scene.h"

#include <fmt/format.h>

#include "author/emi/figure.h"
#include "author/emi/motion.h"
#include "author/emi/pictures.h"
#include "author/emi/stroke_font.h"
#include "author/emi/wardrobe.h"
#include "base/files.h"
#include "emi/data/archive.h"
#include "emi/data/text_table.h"
#include "emi/lua/compile.h"

namespace rekindle::author {
namespace {

class Build {
  public:
    explicit Build(std::filesystem::path folder) : folder_(std::move(folder)) {}
    Expected<void> line(const SourceLine& line);
    Expected<BuiltScene> finish();
    Expected<std::string> source(const std::string& name) const {
        RK_TRY(const Bytes bytes, read_file(folder_ / name));
        return std::string(bytes.begin(), bytes.end());
    }

  private:
    Expected<void> room(const SourceLine& line);
    Expected<void> figure(const std::string& name);
    Expected<void> motions(const SourceLine& line);
    Expected<void> wardrobe(const std::string& name);
    Expected<void> texts(const std::string& name);
    Expected<void> script(const std::string& text, const std::string& name);
    Expected<void> places();

    std::filesystem::path folder_;
    BuiltScene scene_;
    Room room_;
    std::map<std::string, emi::Skeleton> skeletons_;
};

Expected<void> Build::room(const SourceLine& line) {
    RK_TRY(const std::string text, source(line.word(1)));
    RK_TRY(room_, read_room(text, line.word(1)));
    if (room_.cameras.empty() || !room_.places.contains("salesman"))
        return line.refuse("a room with setups and a place for the salesman", line.word(1));
    RK_TRY(scene_.files[line.word(2) + "b"], emi::write_set(room_.set));
    RK_CHECK(paint_backgrounds(room_, scene_.files));
    make_textures(scene_.files);
    return places();
}

// Places as a table for scripts, so that they and the room agree.
Expected<void> Build::places() {
    std::string text = "places = {\n";
    for (const auto& [name, place] : room_.places)
        text += fmt::format("  {} = {{ x = {}, y = {}, z = {}, yaw = {} }},\n", name, place.at.x, place.at.y,
                            place.at.z, place.yaw);
    text.erase(text.size() - 2, 1); // no comma behind the last
    return script(text + "}\n", "_places");
}

Expected<void> Build::figure(const std::string& name) {
    RK_TRY(const std::string text, source(name + ".txt"));
    RK_TRY(const Figure figure, read_figure(text, name + ".txt", name));
    RK_TRY(scene_.files[name + ".meshb"], emi::write_mesh(figure.mesh));
    if (figure.skeleton.joints.empty()) return {};
    RK_TRY(scene_.files[name + ".sklb"], emi::write_skeleton(figure.skeleton));
    skeletons_[name] = figure.skeleton;
    return {};
}

Expected<void> Build::motions(const SourceLine& line) {
    const auto skeleton = skeletons_.find(line.word(2));
    if (skeleton == skeletons_.end()) return line.refuse("a figure with joints", line.word(2));
    RK_TRY(const std::string text, source(line.word(1)));
    RK_TRY(const auto animations, read_motions(text, line.word(1), skeleton->second));
    for (const emi::Animation& animation : animations) {
        RK_TRY(scene_.files[animation.name + ".animb"], emi::write_animation(animation));
    }
    return {};
}

Expected<void> Build::wardrobe(const std::string& name) {
    RK_TRY(const std::string text, source(name));
    RK_TRY(const Wardrobe wardrobe, read_wardrobe(text, name));
    for (const auto& [file, costume] : wardrobe.costumes) {
        RK_TRY(scene_.files[file + "b"], emi::write_costume(costume));
    }
    for (const auto& [file, sprite] : wardrobe.sprites) {
        RK_TRY(scene_.files[file + "b"], emi::write_sprite(sprite));
    }
    return {};
}

Expected<void> Build::texts(const std::string& name) {
    RK_TRY(const std::string text, source(name));
    std::vector<emi::TextEntry> entries;
    for (const SourceLine& line : source_lines(text, name)) {
        if (line.words.size() < 2) return line.refuse("a key and a text", line.text);
        entries.push_back({line.word(0), std::string(line.after(1))});
    }
    scene_.files["script.tab"] = emi::write_text_table(emi::make_text_table(entries));
    return {};
}

Expected<void> Build::script(const std::string& text, const std::string& name) {
    std::vector<lua::Chunk> chunks(1);
    RK_TRY(chunks[0].main, lua::compile(text, name + ".lua"));
    scene_.files[name + ".lua"] = lua::write_chunks(chunks);
    return {};
}

Expected<void> Build::line(const SourceLine& line) {
    const std::string &word = line.word(0), &name = line.word(1);
    if (name.empty()) return line.refuse("a name", "");
    if (word == "title") {
        scene_.title = line.after(1);
    } else if (word == "description") {
        scene_.description = line.after(1);
    } else if (word == "room") {
        return room(line);
    } else if (word == "figure" || word == "thing") {
        return figure(name);
    } else if (word == "motions") {
        return motions(line);
    } else if (word == "wardrobe") {
        return wardrobe(name);
    } else if (word == "font") {
        RK_TRY(const std::string text, source(name));
        RK_TRY(const emi::Font font, read_stroke_font(text, name));
        RK_TRY(scene_.files[line.word(2)], emi::write_font(font));
    } else if (word == "texts") {
        return texts(name);
    } else if (word == "lamps") {
        for (std::size_t i = 1; i < line.words.size(); ++i)
            RK_CHECK(paint_shine(room_, line.words[i], scene_.files));
    } else if (word == "script") {
        RK_TRY(const std::string text, source("scripts/" + name + ".lua"));
        return script(text, name);
    } else {
        return line.refuse("a part of a scene", word);
    }
    return {};
}

Expected<BuiltScene> Build::finish() {
    std::vector<emi::NamedFile> files;
    for (const auto& [name, bytes] : scene_.files) files.push_back({name, bytes});
    RK_TRY(scene_.archive, emi::make_archive(std::move(files)));
    return std::move(scene_);
}

} // namespace

Expected<BuiltScene> build_scene(const std::filesystem::path& folder) {
    Build build(folder);
    RK_TRY(const std::string text, build.source("scene.txt"));
    for (const SourceLine& line : source_lines(text, "scene.txt")) RK_CHECK(build.line(line));
    return build.finish();
}

} // namespace rekindle::author
