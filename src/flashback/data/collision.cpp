#include "flashback/data/collision.h"

#include <algorithm>

#include <fmt/format.h>

#include "flashback/data/packer.h"

namespace rekindle::flashback {

Expected<CollisionFile> read_collision(ByteView bytes, std::string_view file) {
    RK_TRY(const Bytes cells, unpack(bytes, UnpackedSize::exactly(collision_size), file));
    CollisionFile result;
    std::transform(cells.begin(), cells.end(), result.table.begin(),
                   [](Byte cell) { return static_cast<std::int8_t>(cell); });
    for (std::size_t i = 0; i < links_size; ++i)
        if (result.table[i] < -1 || result.table[i] >= room_count)
            return tl::unexpected(Error{.kind = ErrorKind::bad_data,
                                        .file = std::string(file) + " (unpacked)",
                                        .offset = i,
                                        .expected = "a room of -1 to 63",
                                        .found = fmt::format("{}", result.table[i]),
                                        .cure = {}});
    result.packed.assign(bytes.begin(), bytes.end());
    return result;
}

Bytes write_collision(const CollisionFile& file) {
    Bytes cells(collision_size);
    std::transform(file.table.begin(), file.table.end(), cells.begin(),
                   [](std::int8_t cell) { return static_cast<Byte>(cell); });
    const auto before = unpack(file.packed, UnpackedSize::exactly(collision_size), "");
    return before && *before == cells ? file.packed : pack(cells);
}

} // namespace rekindle::flashback
