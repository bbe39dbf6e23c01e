#include "author/flashback/room_scene.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>

#include <fmt/format.h>

namespace rekindle::author {
namespace {

constexpr int columns = 32, rows = 28, cell = 8;

// Shades 0...9, repeated over the whole room.
struct Texture {
    int width = 0;
    std::vector<int> shades;

    int at(int x, int y) const {
        const int height = static_cast<int>(shades.size()) / width;
        return shades[static_cast<std::size_t>((y % height) * width + x % width)];
    }
};

struct Material {
    std::string texture;
    int ambient = 0;        // brightness without lamps, percent
    std::vector<Byte> ramp; // colours from dark to bright
};

// Brightness at the lamp in percent, falling to nothing at `radius`; a cone shines only downwards, as far to
// the side as `spread` percent of the way down.
struct Lamp {
    int x = 0, y = 0, radius = 1, strength = 0;
    std::optional<int> spread;

    int light(int px, int py) const {
        const int dx = px - x, dy = py - y;
        if (spread && (dy < 0 || std::abs(dx) * 100 > dy * *spread + 400)) return 0;
        const int distance2 = dx * dx + dy * dy, radius2 = radius * radius;
        if (distance2 >= radius2) return 0;
        // (1 - d²/r²)²: smooth at both ends, without a root.
        const int left = 1024 - distance2 * 1024 / radius2;
        return strength * left / 1024 * left / 1024;
    }
};

class ScenePainter {
  public:
    explicit ScenePainter(const Pictures& drawings) : drawings_(drawings) {}

    Expected<std::vector<RoomScene>> run(const std::vector<SourceLine>& lines) {
        for (const SourceLine& line : lines) RK_CHECK(take(line));
        RK_CHECK(finish());
        return std::move(scenes_);
    }

  private:
    Expected<void> take(const SourceLine& line) {
        const std::string& word = line.words[0];
        if (word == "texture" && line.words.size() == 2) {
            RK_CHECK(finish());
            texture_ = &textures_[line.words[1]];
            return {};
        }
        if (word == "material") return take_material(line);
        if (word == "scene" && line.words.size() == 2) {
            RK_CHECK(finish());
            texture_ = nullptr;
            scene_ = line;
            return {};
        }
        if (texture_ != nullptr) return take_shades(line);
        if (!scene_) return line.refuse("texture NAME, material or scene NAME", line.text);
        if (line.words.size() == 1 && word.size() == columns && map_.size() < rows) {
            map_.push_back(line);
        } else if (word == "lamp" || word == "cone") {
            return take_lamp(line);
        } else {
            verbs_.push_back(line);
        }
        return {};
    }

    Expected<void> take_shades(const SourceLine& line) {
        const std::string& row = line.words[0];
        const int width = static_cast<int>(row.size());
        if (line.words.size() != 1 || row.find_first_not_of("0123456789") != row.npos ||
            (texture_->width != 0 && texture_->width != width))
            return line.refuse("a row of shades 0 to 9, as long as the first", line.text);
        texture_->width = width;
        for (const char c : row) texture_->shades.push_back(c - '0');
        return {};
    }

    // material CHARACTER TEXTURE AMBIENT COLOR...
    Expected<void> take_material(const SourceLine& line) {
        texture_ = nullptr;
        if (line.words.size() < 5 || line.words[1].size() != 1)
            return line.refuse("material CHARACTER TEXTURE AMBIENT COLOR...", line.text);
        Material material{line.words[2], 0, {}};
        const auto texture = textures_.find(material.texture);
        if (texture == textures_.end() || texture->second.width == 0)
            return line.refuse("the name of a texture above", material.texture);
        RK_TRY(material.ambient, parse_number(line.words[3], line, 0, 100));
        for (std::size_t i = 4; i < line.words.size(); ++i) {
            RK_TRY(const Byte color, parse_color(line.words[i], line));
            material.ramp.push_back(color);
        }
        materials_[line.words[1][0]] = std::move(material);
        return {};
    }

    // lamp X Y RADIUS STRENGTH, cone X Y RADIUS STRENGTH SPREAD
    Expected<void> take_lamp(const SourceLine& line) {
        std::array<int, 5> n{};
        const std::size_t count = line.words[0] == "cone" ? 5 : 4;
        if (line.words.size() != count + 1)
            return line.refuse("lamp X Y RADIUS STRENGTH, or cone X Y RADIUS STRENGTH SPREAD", line.text);
        for (std::size_t i = 0; i < count; ++i) {
            RK_TRY(n[i], parse_number(line.words[i + 1], line, -500, 500));
        }
        if (n[2] < 1) return line.refuse("a radius of at least 1", line.words[3]);
        lamps_.push_back({n[0], n[1], n[2], n[3], count == 5 ? std::optional(n[4]) : std::nullopt});
        return {};
    }

    // The scene that has been collected, if there is one.
    Expected<void> finish() {
        if (!scene_) return {};
        const SourceLine head = *scene_;
        if (map_.size() != rows)
            return head.refuse("28 rows of 32 materials", fmt::format("{}", map_.size()));
        IndexedPicture picture = IndexedPicture::blank(room_width, room_height);
        for (int row = 0; row < rows; ++row)
            for (int column = 0; column < columns; ++column) RK_CHECK(fill(picture, column, row));
        std::vector<SourceLine> fronts;
        for (const SourceLine& line : verbs_) {
            if (line.words[0] == "front") {
                fronts.push_back(line);
            } else {
                RK_CHECK(draw_verb(picture, line, drawings_));
            }
        }
        for (const SourceLine& line : fronts) RK_CHECK(bring_to_front(picture, line));
        scenes_.push_back({head.words[1], std::move(picture), head});
        scene_.reset();
        map_.clear();
        lamps_.clear();
        verbs_.clear();
        return {};
    }

    Expected<void> fill(IndexedPicture& picture, int column, int row) const {
        const SourceLine& line = map_[static_cast<std::size_t>(row)];
        const char c = line.words[0][static_cast<std::size_t>(column)];
        const auto found = materials_.find(c);
        if (found == materials_.end()) return line.refuse("characters of materials", fmt::format("{}", c));
        const Material& material = found->second;
        const Texture& texture = textures_.find(material.texture)->second;
        const int last = static_cast<int>(material.ramp.size()) - 1;
        for (int y = row * cell; y < (row + 1) * cell; ++y)
            for (int x = column * cell; x < (column + 1) * cell; ++x) {
                int light = material.ambient;
                for (const Lamp& lamp : lamps_) light += lamp.light(x, y);
                const int sixteenths = last * 16 * std::min(light, 100) / 100 * texture.at(x, y) / 9;
                const int step = std::clamp((sixteenths + dither_at(x, y)) / 16, 0, last);
                picture.at(x, y) = material.ramp[static_cast<std::size_t>(step)];
            }
        return {};
    }

    // front X Y WIDTH HEIGHT
    static Expected<void> bring_to_front(IndexedPicture& picture, const SourceLine& line) {
        std::array<int, 4> n{};
        if (line.words.size() != 5) return line.refuse("front X Y WIDTH HEIGHT", line.text);
        for (std::size_t i = 0; i < 4; ++i) {
            RK_TRY(n[i], parse_number(line.words[i + 1], line, 0, room_width));
        }
        if (n[0] + n[2] > room_width || n[1] + n[3] > room_height)
            return line.refuse("a place in the room", line.text);
        for (int y = n[1]; y < n[1] + n[3]; ++y)
            for (int x = n[0]; x < n[0] + n[2]; ++x) picture.at(x, y) |= 0x80;
        return {};
    }

    const Pictures& drawings_;
    std::map<std::string, Texture, std::less<>> textures_;
    std::map<char, Material> materials_;
    Texture* texture_ = nullptr;
    std::optional<SourceLine> scene_;
    std::vector<SourceLine> map_, verbs_;
    std::vector<Lamp> lamps_;
    std::vector<RoomScene> scenes_;
};

} // namespace

Expected<std::vector<RoomScene>> paint_scenes(const std::vector<SourceLine>& lines,
                                              const Pictures& drawings) {
    return ScenePainter(drawings).run(lines);
}

} // namespace rekindle::author
