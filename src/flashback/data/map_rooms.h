#pragma once
// MAP: the room pictures of a level in the floppy and CD editions, whole pictures of 256 x 224 bytes (formats
// §11.1). Read by the level loader where there is no LEV file.

#include <vector>

#include "base/bytes.h"
#include "flashback/data/plain_picture.h"

namespace rekindle::flashback {

struct MapPicture {
    std::array<Byte, 4> palettes{}; // P1...P4
    Bytes pixels;                   // 57,344, row by row
    bool compressed = true;         // four run-length coded parts, else four column-interleaved planes

    // What the file holds behind the palettes if compressed: the four parts with their lengths. Written again
    // as long as it still unpacks to `pixels`; may be left empty. `unused`: bytes before this picture.
    Bytes stored{}, unused{};

    bool operator==(const MapPicture&) const = default;
};

struct MapRooms {
    static constexpr std::size_t count = 64;
    static constexpr Byte no_picture = 0xFF;
    // [room number] = index into `pictures` or no_picture. Several may name one.
    std::array<Byte, count> picture;
    std::array<std::uint16_t, count> sizes{}; // in the table, not needed; kept
    std::vector<MapPicture> pictures;         // in the order of the file, at most 64
    Bytes trailing;                           // behind the last picture

    MapRooms() { picture.fill(no_picture); }
    bool has_picture(std::size_t room) const { return picture[room] != no_picture; }
    bool operator==(const MapRooms&) const = default;
};

Expected<MapRooms> read_map_rooms(ByteView data, std::string_view file);
// Refused: pictures of another size, a picture that no number names, an index without a picture.
Expected<Bytes> write_map_rooms(const MapRooms& rooms);

// P1...P4, with the correction for one shipped room: level index 4, room 60 has the fire's colours as P4.
std::array<std::uint16_t, 4> map_room_palettes(const MapPicture& picture, int level_index, int room_number);
// Those of every room are below `palettes`.
Expected<void> check_map_rooms(const MapRooms& rooms, std::size_t palettes, int level_index,
                               std::string_view file);

} // namespace rekindle::flashback
