#pragma once
// Made-up pictures for tests without data: characters and objects of one colour, a font and icons without
// pixels, room 1 plain, room 2 with foreground scenery.

#include <memory>

#include "flashback/picture/drawings.h"
#include "flashback/picture/overlay.h"

namespace rekindle::test {

inline constexpr std::size_t vector_padding = 16;

inline IndexedPicture block(int width, int height, Byte color) {
    return IndexedPicture::blank(width, height, color);
}

inline void add_background(flashback::LevelPictures& pictures, std::size_t room, Bytes pixels) {
    pixels.resize(flashback::screen_pixels + vector_padding);
    pictures.room[room] = static_cast<std::uint8_t>(pictures.backgrounds.size());
    pictures.backgrounds.push_back({std::move(pixels), {0, 1, 2, 3}});
}

inline flashback::LevelPictures small_pictures() {
    using namespace flashback;
    LevelPictures pictures;
    pictures.backgrounds[0].pixels.assign(screen_pixels + vector_padding, 0);
    pictures.palettes.palettes.resize(4);
    add_background(pictures, 1, Bytes(screen_pixels, 0x07));
    Bytes striped(screen_pixels);
    for (std::size_t i = 0; i < striped.size(); ++i)
        striped[i] = i % 3 == 0 ? 0x85 : static_cast<Byte>(i % 100);
    add_background(pictures, 2, striped);
    pictures.object.assign(8, LevelPictures::no_drawing);
    pictures.icons.pictures.resize(icon_count);
    pictures.font.glyphs.resize(glyph_count);
    // Character 1: 10 x 20, hot spot (3, 18). Object 1: 16 x 8, hot spot (4, 8).
    pictures.character[1] = add_drawing(pictures, block(10, 20, 5), 3, 18);
    pictures.object[1] = add_drawing(pictures, block(16, 8, 6), 4, 8);
    return pictures;
}

} // namespace rekindle::test
