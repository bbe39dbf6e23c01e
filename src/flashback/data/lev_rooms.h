#pragma once
// LEV: the room pictures of a level as packed streams behind a table (formats §11.2). Read by the level
// loader; room_painter makes pictures of the rooms.

#include "flashback/data/room.h"

namespace rekindle::flashback {

inline constexpr std::size_t level_rooms = 64;

struct LevRoom {
    Room room;
    // What the file holds for it, from the end of the stream before it. Written again as long as it still
    // unpacks to `room`; may be left empty.
    Bytes stored{};

    bool operator==(const LevRoom&) const = default;
};

struct LevRooms {
    static constexpr Byte no_picture = 0xFF;
    // [room number] = index into `rooms` or no_picture. Several may name one.
    std::array<Byte, level_rooms> picture;
    std::vector<LevRoom> rooms; // in the order of the file, at most 64
    Bytes trailing;             // bytes behind the last stream (none in known files)

    LevRooms() { picture.fill(no_picture); }
    bool has_picture(std::size_t room) const { return picture[room] != no_picture; }
    bool operator==(const LevRooms&) const = default;
};

Expected<LevRooms> read_lev_rooms(ByteView data, std::string_view file);
// Refused: what write_room() refuses, a room that no number names, an index without a room.
Expected<Bytes> write_lev_rooms(const LevRooms& rooms);

// check_room() for every room with a picture.
Expected<void> check_lev_rooms(const LevRooms& rooms, std::size_t palettes, const TileBanks& bnq,
                               const ShapeFile* shapes, std::string_view file);

} // namespace rekindle::flashback
