#pragma once
// Everything a level is drawn from, decoded once: room pictures, characters and objects as upright pixels
// with their mirrored twins, icons, font, texts, palettes. load_level_pictures() is the door: it checks every
// picture that the level's animations name; behind it drawing can't fail. Formats spec §10-§13, §16, §17.

#include <array>
#include <cstdint>
#include <vector>

#include "flashback/data/data_set.h"
#include "flashback/data/dialog_texts.h"
#include "flashback/data/font.h"
#include "flashback/data/icons.h"
#include "flashback/data/level.h"
#include "flashback/data/palette_slots.h"
#include "flashback/data/palettes.h"
#include "flashback/data/sprites.h"
#include "flashback/data/text_table.h"

namespace rekindle::flashback {

// A character or object picture: hot spot and size of the whole, and where its visible pixels lie (values
// 0...15, 0 transparent). Rows are `columns` pixels apart.
struct Drawing {
    std::int16_t hot_x = 0, hot_y = 0;
    std::int16_t width = 0;                  // of the whole
    std::int16_t left = 0, top = 0;          // of the visible part in the whole, upright
    std::int16_t columns = 0, rows = 0;      // of the visible part; 0: nothing to draw
    std::uint32_t upright = 0, mirrored = 0; // in LevelPictures::pixels
};

struct Background {
    Bytes pixels; // 57,344 and some bytes more, so that whole vectors may be read
    std::array<std::uint16_t, 4> palettes{};
};

struct LevelPictures {
    static constexpr std::uint16_t no_drawing = 0;

    int level = 0;
    std::vector<Drawing> drawings{1}; // [0] draws nothing
    Bytes pixels;                     // of all drawings, padded at the end
    std::array<std::uint16_t, sprite_numbers>
        character{};                   // picture number -> drawing, no_drawing: has no data
    std::vector<std::uint16_t> object; // object picture -> drawing

    std::array<std::uint8_t, room_count> room{}; // room -> background
    std::vector<Background> backgrounds{1};      // [0] is black, for rooms without a picture
    LevelPalettes palettes;
    RoomFormat format = RoomFormat::lev;

    Icons icons;
    Font font;
    TextTable texts; // names of items and places
    DialogTexts dialogs;
    bool own_dialogs = false; // our wording, as there was no program to read them from

    std::uint16_t character_drawing(std::uint16_t picture) const {
        return picture < character.size() ? character[picture] : no_drawing;
    }
    std::uint16_t object_drawing(std::uint16_t picture) const {
        return picture < object.size() ? object[picture] : no_drawing;
    }
    std::string_view text(std::uint16_t number) const { // only the low byte counts
        return (number & 0xFF) < static_cast<int>(texts.size()) ? std::string_view(texts[number & 0xFF]) : "";
    }
};

// All files of the level's pictures from the user's data. Errors: missing or damaged files, a picture of the
// level's animations that the files don't hold, an icon or palette that does not exist. A monster set that
// the data lacks is no error: its monsters are not drawn.
Expected<LevelPictures> load_level_pictures(const DataSet& data, const Level& level);

} // namespace rekindle::flashback
