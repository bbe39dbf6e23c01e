#pragma once
// Makes the finished picture of a room: 256 x 224 bytes, slot * 16 + colour, bit 7 = scenery in front of the
// actors (formats §11), with the corrections that two shipped rooms need. Called by the level loader and
// `render`.

#include "flashback/data/map_rooms.h"
#include "flashback/data/room.h"

namespace rekindle::flashback {

struct RoomPicture {
    Bytes pixels; // 57,344
    std::array<std::uint16_t, 4> palettes{};

    bool operator==(const RoomPicture&) const = default;
};

// A LEV room. `shapes` may be nullptr for rooms without shapes; `level_index` 0...6 and `room_number` choose
// the corrections. An error: tiles, words or shapes that check_room() refuses.
Expected<RoomPicture> paint_room(const Room& room, const TileBanks& bnq, const ShapeFile* shapes,
                                 int level_index, int room_number, std::string_view where);

// A MAP room.
RoomPicture paint_room(const MapPicture& picture, int level_index, int room_number);

} // namespace rekindle::flashback
