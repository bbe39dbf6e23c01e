#pragma once
// Room pictures as text: a map of materials, eight by eight pixels a character, lit by lamps and dithered
// into sixteen colours, with drawings on top. Described in demo/flashback/README.md; formats spec §11 for
// what becomes of the pictures.

#include "author/flashback/drawing.h"

namespace rekindle::author {

inline constexpr int room_width = 256, room_height = 224;

// 256 x 224 pixels 0...15; bit 7 set where the picture lies in front of the actors.
struct RoomScene {
    std::string name;
    IndexedPicture picture;
    SourceLine source;
};

// `drawings` are what `put` can name. Textures and materials are declared before the scenes and shared.
Expected<std::vector<RoomScene>> paint_scenes(const std::vector<SourceLine>& lines, const Pictures& drawings);

} // namespace rekindle::author
