#pragma once
// Room pictures -> the files of a level in the LEV variant without shapes: rooms, their tile banks (BNQ) and
// the palettes. The inverse of room_painter: painting what was built gives the pictures again (formats
// §11.2).

#include <vector>

#include "base/picture.h"
#include "flashback/data/lev_rooms.h"
#include "flashback/data/palettes.h"
#include "flashback/data/tile_banks.h"

namespace rekindle::author {

// A pixel is slot * 16 + colour with slot 0 (behind the actors, palette P1), 8 (in front, P1) or 9 (in front,
// P2; its colour 0 can't be had). A cell of 8 x 8 pixels can mix two of them, if one of the two does without
// colour 0.
struct RoomDrawing {
    int room = 0;                            // 0...63, each at most once
    IndexedPicture picture;                  // 256 x 224
    std::array<std::uint16_t, 4> palettes{}; // P1...P4
};

struct RoomFiles {
    flashback::LevRooms lev;
    flashback::TileBanks bnq;
};

// Equal tiles are stored once, mirrored ones too, over all rooms; equal rooms share one picture. The errors
// (usage) name the room and the pixel: a picture of another size, a pixel or cell that can't be expressed,
// more than 1023 different tiles in a room or 65,280 in all, more than 64 KiB of packed tiles.
Expected<RoomFiles> build_rooms(const std::vector<RoomDrawing>& drawings);

// Components must be multiples of 17 (4 bits).
Expected<flashback::LevelPalettes> build_palettes(const std::vector<std::array<Color, 16>>& palettes);

} // namespace rekindle::author
