#pragma once
// What is drawn in a tick and in which order, as plain items; Frame carries them out. A pure function of the
// world after the tick and of what the tick said about its picture, so order and rules can be tested without
// a pixel. Engine spec §11.1-§11.5.

#include <string_view>
#include <vector>

#include "flashback/picture/level_pictures.h"
#include "flashback/world/tick.h"

namespace rekindle::flashback {

// A character or object. (x, y): top left corner of the whole picture on the screen; may lie outside.
struct SpriteItem {
    std::int16_t x = 0, y = 0;
    std::uint16_t drawing = 0; // LevelPictures::drawings
    std::int16_t entity = 0;
    std::uint8_t list = 0;  // 0...3, the original's
    std::uint8_t color = 0; // ORed into every pixel
    bool mirrored = false;
    bool in_front = false; // also over foreground scenery (list 3)
    bool operator==(const SpriteItem&) const = default;
};

// 16 x 16 in the colours of slot 0xA, over everything.
struct IconItem {
    std::int16_t x = 0, y = 0;
    std::uint8_t icon = 0;
    bool operator==(const IconItem&) const = default;
};

// One line, over everything. The characters are the level's or the program's.
struct TextItem {
    std::int16_t x = 0, y = 0;
    std::uint8_t color = 0;
    std::string_view text;
    bool operator==(const TextItem&) const = default;
};

// In the order of drawing: sprites, icons, texts. Reused from tick to tick, it allocates nothing once it has
// grown.
struct DrawList {
    std::uint8_t background = 0;        // LevelPictures::backgrounds
    std::uint16_t monster_set = 0xFFFF; // whose colours slot 5 has; 0xFFFF: leave them
    std::vector<SpriteItem> sprites;
    std::vector<IconItem> icons;
    std::vector<TextItem> texts;
};

struct DrawOptions {
    bool code_line = false; // the level's password at the top (§11.5, off by default)
};

void make_draw_list(DrawList& list, const World& world, const Level& level, const Hud& hud,
                    const LevelPictures& pictures, DrawOptions options = {});

} // namespace rekindle::flashback
