#include "flashback/data/map_rooms.h"

#include <algorithm>

#include <fmt/format.h>

#include "flashback/data/run_length.h"

namespace rekindle::flashback {

namespace {

constexpr std::size_t entry_bytes = 6;
constexpr std::size_t table_bytes = entry_bytes * MapRooms::count;
constexpr std::size_t parts = 4;
constexpr std::size_t part_pixels = screen_pixels / parts;

Bytes copy(ByteView view) { return {view.begin(), view.end()}; }

// The four parts lie one below the other.
Bytes read_parts(Reader& in) {
    Bytes pixels;
    for (std::size_t i = 0; in && i < parts; ++i) {
        const std::size_t size = in.u16(Endian::little);
        const std::size_t at = in.offset();
        const ByteView packed = in.bytes(size);
        if (!in) break;
        const auto part = run_length_unpack(packed, part_pixels, false, in.file(), at);
        if (!part) {
            in.fail_at(part.error().offset, part.error().expected, part.error().found);
            break;
        }
        in.expect_at(part->size() == part_pixels, at, "run-length data that give 14336 pixels", part->size());
        pixels.insert(pixels.end(), part->begin(), part->end());
    }
    return pixels;
}

Expected<Bytes> stored_bytes(const MapPicture& picture) {
    Reader in(picture.stored, "stored picture");
    if (!picture.stored.empty() && read_parts(in) == picture.pixels && in.expect_end()) return picture.stored;
    Writer out;
    for (std::size_t i = 0; i < parts; ++i) {
        const Bytes packed = run_length_pack(ByteView(picture.pixels).subspan(i * part_pixels, part_pixels));
        out.u16(static_cast<std::uint16_t>(packed.size()), Endian::little);
        out.bytes(packed);
    }
    return out.take();
}

// The reader stands at the end of the picture before.
Expected<MapPicture> read_picture(Reader& in, std::int64_t entry, std::size_t field) {
    MapPicture picture;
    picture.compressed = entry > 0;
    const auto offset = static_cast<std::size_t>(std::abs(entry));
    in.expect_at(offset >= in.offset() && offset <= in.size(), field,
                 fmt::format("a picture behind what is before it, at {}...{}", in.offset(), in.size()),
                 offset);
    if (!in) return in.unexpected();
    picture.unused = copy(in.bytes(offset - in.offset()));
    for (auto& palette : picture.palettes) palette = in.u8();
    if (picture.compressed) {
        const std::size_t start = in.offset();
        picture.pixels = read_parts(in);
        picture.stored = copy(in.data().subspan(start, in.offset() - start));
    } else if (const ByteView planes = in.bytes(screen_pixels); in) {
        picture.pixels = planes_to_pixels(planes);
    }
    if (!in) return in.unexpected();
    return picture;
}

} // namespace

Expected<MapRooms> read_map_rooms(ByteView data, std::string_view file) {
    Reader in(data, file);
    MapRooms rooms;
    std::array<std::int64_t, MapRooms::count> table{};
    for (std::size_t i = 0; i < MapRooms::count; ++i) {
        table[i] = in.i32(Endian::little);
        rooms.sizes[i] = in.u16(Endian::little);
    }
    if (!in) return in.unexpected();

    std::vector<std::int64_t> places(table.begin(), table.end());
    std::sort(places.begin(), places.end(),
              [](std::int64_t a, std::int64_t b) { return std::abs(a) < std::abs(b); });
    places.erase(std::unique(places.begin(), places.end()), places.end());
    std::erase(places, 0);
    for (const std::int64_t place : places) {
        std::size_t field = 0;
        for (std::size_t i = MapRooms::count; i-- > 0;)
            if (table[i] == place) {
                rooms.picture[i] = static_cast<Byte>(rooms.pictures.size());
                field = entry_bytes * i;
            }
        RK_TRY(MapPicture picture, read_picture(in, place, field));
        rooms.pictures.push_back(std::move(picture));
    }
    rooms.trailing = copy(in.bytes(in.remaining()));
    return rooms;
}

Expected<Bytes> write_map_rooms(const MapRooms& rooms) {
    Writer data;
    std::vector<std::int32_t> places;
    for (std::size_t i = 0; i < rooms.pictures.size(); ++i) {
        const MapPicture& picture = rooms.pictures[i];
        if (picture.pixels.size() != screen_pixels)
            return usage_error("room pictures of 57344 pixels",
                               fmt::format("{} in picture {}", picture.pixels.size(), i));
        if (std::find(rooms.picture.begin(), rooms.picture.end(), i) == rooms.picture.end())
            return usage_error("a room number for every room picture", fmt::format("none for picture {}", i));
        data.bytes(picture.unused);
        const auto offset = static_cast<std::int32_t>(table_bytes + data.size());
        places.push_back(picture.compressed ? offset : -offset);
        data.bytes(picture.palettes);
        if (picture.compressed) {
            RK_TRY(const Bytes stored, stored_bytes(picture));
            data.bytes(stored);
        } else {
            data.bytes(pixels_to_planes(picture.pixels));
        }
    }
    Writer out;
    for (std::size_t i = 0; i < MapRooms::count; ++i) {
        const Byte picture = rooms.picture[i];
        if (picture != MapRooms::no_picture && picture >= places.size())
            return usage_error(fmt::format("one of {} room pictures", places.size()),
                               fmt::format("{}", picture));
        out.i32(picture == MapRooms::no_picture ? 0 : places[picture], Endian::little);
        out.u16(rooms.sizes[i], Endian::little);
    }
    out.bytes(data.view());
    out.bytes(rooms.trailing);
    return out.take();
}

std::array<std::uint16_t, 4> map_room_palettes(const MapPicture& picture, int level_index, int room_number) {
    std::array<std::uint16_t, 4> palettes{};
    std::copy(picture.palettes.begin(), picture.palettes.end(), palettes.begin());
    if (level_index == 4 && room_number == 60) palettes[3] = 5;
    return palettes;
}

Expected<void> check_map_rooms(const MapRooms& rooms, std::size_t palettes, int level_index,
                               std::string_view file) {
    for (std::size_t i = 0; i < MapRooms::count; ++i) {
        if (!rooms.has_picture(i)) continue;
        const auto numbers =
            map_room_palettes(rooms.pictures[rooms.picture[i]], level_index, static_cast<int>(i));
        for (std::size_t k = 0; k < numbers.size(); ++k)
            if (numbers[k] >= palettes)
                return bad_data(fmt::format("{}:room {}", file, i), k,
                                fmt::format("one of {} palettes", palettes), fmt::format("{}", numbers[k]));
    }
    return {};
}

} // namespace rekindle::flashback
