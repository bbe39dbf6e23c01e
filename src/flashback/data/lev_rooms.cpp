#include "flashback/data/lev_rooms.h"

#include <algorithm>

#include <fmt/format.h>

#include "flashback/data/packer.h"

namespace rekindle::flashback {

namespace {

constexpr std::size_t table_bytes = 4 * level_rooms;
constexpr std::uint32_t no_stream = 0x100;
constexpr std::uint32_t least_end = 272; // a stream has at least 12 bytes and one bit word
constexpr std::size_t most_room_bytes = 72704;

// Rooms that share a picture are named by the first of them.
std::string name_of(std::string_view file, std::size_t room) { return fmt::format("{}:room {}", file, room); }

bool is_untouched(const LevRoom& room, const Bytes& unpacked) {
    if (room.stored.empty()) return false;
    const auto stream = unpack_stream(room.stored, 0, room.stored.size(),
                                      UnpackedSize::up_to(most_room_bytes), "stored room");
    return stream && stream->bytes == unpacked;
}

} // namespace

Expected<LevRooms> read_lev_rooms(ByteView data, std::string_view file) {
    Reader in(data, file);
    std::array<std::uint32_t, level_rooms> table{};
    for (std::size_t i = 0; i < level_rooms; ++i) {
        const std::uint32_t end = table[i] = in.u32(Endian::big);
        in.expect_at(end == no_stream || (end >= least_end && end <= data.size()), 4 * i,
                     fmt::format("256 (no picture) or the end of a room in 272...{}", data.size()), end);
    }
    if (!in) return in.unexpected();

    std::vector<std::uint32_t> ends(table.begin(), table.end());
    std::sort(ends.begin(), ends.end());
    ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
    std::erase(ends, no_stream);

    LevRooms rooms;
    for (std::size_t i = 0; i < level_rooms; ++i)
        if (table[i] != no_stream)
            rooms.picture[i] =
                static_cast<Byte>(std::lower_bound(ends.begin(), ends.end(), table[i]) - ends.begin());
    std::size_t floor = table_bytes;
    for (const std::uint32_t end : ends) {
        const auto first = std::find(table.begin(), table.end(), end) - table.begin();
        RK_TRY(UnpackedStream stream,
               unpack_stream(data, floor, end, UnpackedSize::up_to(most_room_bytes), file));
        LevRoom room;
        RK_TRY(room.room, read_room(stream.bytes, name_of(file, static_cast<std::size_t>(first))));
        const ByteView stored = data.subspan(floor, end - floor);
        room.stored.assign(stored.begin(), stored.end());
        rooms.rooms.push_back(std::move(room));
        floor = end;
    }
    const ByteView trailing = data.subspan(floor);
    rooms.trailing.assign(trailing.begin(), trailing.end());
    return rooms;
}

Expected<Bytes> write_lev_rooms(const LevRooms& rooms) {
    for (std::size_t i = 0; i < rooms.rooms.size(); ++i)
        if (std::find(rooms.picture.begin(), rooms.picture.end(), i) == rooms.picture.end())
            return usage_error("a room number for every room picture", fmt::format("none for picture {}", i));
    std::vector<std::uint32_t> ends;
    Writer streams;
    for (const LevRoom& room : rooms.rooms) {
        RK_TRY(const Bytes unpacked, write_room(room.room));
        if (unpacked.size() > most_room_bytes)
            return usage_error("rooms of at most 72704 bytes", fmt::format("{}", unpacked.size()));
        streams.bytes(is_untouched(room, unpacked) ? room.stored : pack(unpacked));
        ends.push_back(static_cast<std::uint32_t>(table_bytes + streams.size()));
    }
    Writer out;
    for (const Byte picture : rooms.picture) {
        if (picture != LevRooms::no_picture && picture >= ends.size())
            return usage_error(fmt::format("one of {} room pictures", ends.size()),
                               fmt::format("{}", picture));
        out.u32(picture == LevRooms::no_picture ? no_stream : ends[picture], Endian::big);
    }
    out.bytes(streams.view());
    out.bytes(rooms.trailing);
    return out.take();
}

Expected<void> check_lev_rooms(const LevRooms& rooms, std::size_t palettes, const TileBanks& bnq,
                               const ShapeFile* shapes, std::string_view file) {
    for (std::size_t i = 0; i < level_rooms; ++i)
        if (rooms.has_picture(i))
            RK_CHECK(check_room(rooms.rooms[rooms.picture[i]].room, palettes, bnq, shapes, name_of(file, i)));
    return {};
}

} // namespace rekindle::flashback
