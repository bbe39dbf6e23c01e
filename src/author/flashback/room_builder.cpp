#include "author/flashback/room_builder.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "flashback/data/nibbles.h"
#include "flashback/data/plain_picture.h"

namespace rekindle::author {

using namespace flashback;

namespace {

constexpr std::size_t tile_side = 8;
constexpr std::size_t most_tiles_in_level = 255 * most_tiles_in_bank;

TilePixels mirrored(const TilePixels& tile, std::size_t flip) {
    TilePixels result{};
    for (std::size_t i = 0; i < tile.size(); ++i) result[i] = tile[i ^ flip];
    return result;
}

// The least of the four forms of a tile, and what turns the tile into it and it into the tile.
std::pair<TilePixels, std::size_t> least_mirrored(const TilePixels& tile) {
    std::pair<TilePixels, std::size_t> least{tile, 0};
    for (const std::size_t flip : {7u, 56u, 63u})
        if (const TilePixels turned = mirrored(tile, flip); turned < least.first) least = {turned, flip};
    return least;
}

struct PlacedTile {
    std::size_t tile = 0; // in the pool
    std::uint16_t mirror = 0;
};

// All different tiles of the level; mirrored ones count as the same.
class TilePool {
  public:
    PlacedTile place(const TilePixels& tile) {
        const auto [least, flip] = least_mirrored(tile);
        const auto [at, fresh] = numbers_.try_emplace(least, tiles_.size());
        if (fresh) {
            tiles_.push_back(tile); // as it was first drawn, like its neighbours: that packs better
            flips_.push_back(flip);
        }
        const std::size_t turn = flip ^ flips_[at->second];
        return {at->second, static_cast<std::uint16_t>((turn & 7 ? tile_word::mirror_x : 0) |
                                                       (turn & 56 ? tile_word::mirror_y : 0))};
    }
    const std::vector<TilePixels>& tiles() const { return tiles_; }

  private:
    std::map<TilePixels, std::size_t> numbers_; // by the least of its mirrored forms
    std::vector<TilePixels> tiles_;
    std::vector<std::size_t> flips_; // from a tile to its least form
};

// What one layer draws in a cell.
struct LayerCell {
    std::optional<PlacedTile> tile;
    std::uint16_t slot_bits = 0;
};

using Cell = std::array<LayerCell, 2>;
using CellPixels = std::array<Byte, 64>;

CellPixels cut_cell(const IndexedPicture& picture, std::size_t cell) {
    CellPixels pixels{};
    const std::size_t left = cell % map_columns * tile_side, top = cell / map_columns * tile_side;
    for (std::size_t i = 0; i < pixels.size(); ++i)
        pixels[i] = picture.pixels[(top + i / tile_side) * screen_width + left + i % tile_side];
    return pixels;
}

// The colours of the pixels in one slot, 0 elsewhere.
TilePixels colours_in(const CellPixels& pixels, int slot) {
    TilePixels tile{};
    for (std::size_t i = 0; i < tile.size(); ++i)
        tile[i] = pixels[i] >> 4 == slot ? static_cast<Byte>(pixels[i] & 15) : Byte{0};
    return tile;
}

bool has_pixel(const CellPixels& pixels, Byte value) {
    return std::find(pixels.begin(), pixels.end(), value) != pixels.end();
}

constexpr std::uint16_t bits_of_slot(int slot) {
    if (slot == 0) return 0;
    return slot == 8 ? tile_word::foreground : tile_word::foreground | tile_word::palette_high;
}

// Layer 1 overwrites with slot 0 or 8; layer 2 adds one other slot where its colour is not 0.
std::optional<Cell> split_cell(TilePool& pool, const CellPixels& pixels) {
    std::set<int> slots;
    for (const Byte pixel : pixels) slots.insert(pixel >> 4);
    for (const int below : {0, 8}) {
        if (!slots.contains(below) && slots != std::set{9}) continue;
        std::set<int> above = slots;
        above.erase(below);
        if (above.size() > 1) continue;
        const bool needs_color_0 =
            !above.empty() && has_pixel(pixels, static_cast<Byte>(*above.begin() * 16));
        if (needs_color_0) continue;
        Cell cell;
        if (const TilePixels tile = colours_in(pixels, below); below != 0 || tile != TilePixels{})
            cell[0] = {pool.place(tile), bits_of_slot(below)}; // the picture starts as zeros
        for (const int slot : above) cell[1] = {pool.place(colours_in(pixels, slot)), bits_of_slot(slot)};
        return cell;
    }
    return std::nullopt;
}

Expected<std::vector<Cell>> split_picture(TilePool& pool, const RoomDrawing& drawing) {
    const IndexedPicture& picture = drawing.picture;
    if (picture.width != screen_width || picture.height != screen_height ||
        picture.pixels.size() != screen_pixels)
        return usage_error(fmt::format("a picture of 256 x 224 pixels for room {}", drawing.room),
                           fmt::format("{} x {}", picture.width, picture.height));
    for (std::size_t i = 0; i < picture.pixels.size(); ++i) {
        const Byte pixel = picture.pixels[i];
        if (const int slot = pixel >> 4; (slot != 0 && slot != 8 && slot != 9) || pixel == 0x90)
            return usage_error(
                fmt::format("pixels 0x00-0x0F, 0x80-0x8F and 0x91-0x9F in room {}", drawing.room),
                fmt::format("0x{:02X} at ({}, {})", pixel, i % screen_width, i / screen_width));
    }
    std::vector<Cell> cells;
    for (std::size_t i = 0; i < map_columns * map_rows; ++i) {
        const auto cell = split_cell(pool, cut_cell(picture, i));
        if (!cell)
            return usage_error(
                fmt::format("cells of at most two slots, one of them without colour 0, in room {}",
                            drawing.room),
                fmt::format("the 8 x 8 pixels at ({}, {})", i % map_columns * tile_side,
                            i / map_columns * tile_side));
        cells.push_back(*cell);
    }
    return cells;
}

TileBanks make_banks(const std::vector<TilePixels>& tiles) {
    TileBanks bnq;
    bnq.banks.resize(std::max<std::size_t>(1, (tiles.size() + most_tiles_in_bank - 1) / most_tiles_in_bank));
    for (std::size_t i = 0; i < tiles.size(); ++i) {
        Writer out;
        (void)pack_nibbles(out, tiles[i]); // colours are below 16 here
        Bytes& bank = bnq.banks[i / most_tiles_in_bank].tiles;
        bank.insert(bank.end(), out.view().begin(), out.view().end());
    }
    return bnq;
}

// The list that names the tiles `used` (ascending) in their order.
std::vector<TileListItem> make_tile_list(const std::set<std::size_t>& used, const TileBanks& bnq) {
    std::vector<TileListItem> list;
    std::vector<Bytes> by_bank(bnq.banks.size());
    for (const std::size_t tile : used)
        by_bank[tile / most_tiles_in_bank].push_back(static_cast<Byte>(tile % most_tiles_in_bank));
    for (std::size_t i = 0; i < by_bank.size(); ++i) {
        const auto bank = static_cast<std::uint16_t>(i);
        const Bytes& tiles = by_bank[i];
        if (tiles.empty()) continue;
        if (tiles.size() == bnq.banks[i].count()) {
            list.push_back({.bank = bank, .all = true});
            continue;
        }
        list.push_back({.bank = bank, .tiles = tiles}); // not the whole bank, so at most 255
    }
    if (!list.empty()) return list;
    // A black room: a list has at least one item.
    if (bnq.banks[0].tiles.empty()) return {{.bank = 0, .all = true}};
    return {{.bank = 0, .tiles = {0}}};
}

Expected<Room> make_room(const RoomDrawing& drawing, const std::vector<Cell>& cells, const TileBanks& bnq) {
    std::set<std::size_t> used;
    for (const Cell& cell : cells)
        for (const LayerCell& layer : cell)
            if (layer.tile) used.insert(layer.tile->tile);
    if (used.size() >= most_room_tiles)
        return usage_error(
            fmt::format("at most {} different tiles in room {}", most_room_tiles - 1, drawing.room),
            fmt::format("{}", used.size()));
    std::map<std::size_t, std::size_t> numbers; // in the pool -> in the room, where 0 is the empty tile
    for (const std::size_t tile : used) numbers.emplace(tile, numbers.size() + 1);

    Room room;
    room.palettes = drawing.palettes;
    room.layer1.emplace().fill(0);
    room.layer2.emplace().fill(0);
    for (std::size_t i = 0; i < cells.size(); ++i)
        for (std::size_t k = 0; k < 2; ++k)
            if (const LayerCell& layer = cells[i][k]; layer.tile)
                (k == 0 ? *room.layer1 : *room.layer2)[i] = static_cast<std::uint16_t>(
                    numbers.at(layer.tile->tile) | layer.tile->mirror | layer.slot_bits);
    room.tile_list = make_tile_list(used, bnq);
    return room;
}

} // namespace

Expected<RoomFiles> build_rooms(const std::vector<RoomDrawing>& drawings) {
    TilePool pool;
    std::vector<std::vector<Cell>> cells;
    std::set<int> numbers;
    for (const RoomDrawing& drawing : drawings) {
        if (drawing.room < 0 || drawing.room >= static_cast<int>(level_rooms) ||
            !numbers.insert(drawing.room).second)
            return usage_error("room numbers 0...63, each once", fmt::format("{}", drawing.room));
        RK_TRY(auto split, split_picture(pool, drawing));
        cells.push_back(std::move(split));
    }
    if (pool.tiles().size() > most_tiles_in_level)
        return usage_error(fmt::format("at most {} different tiles", most_tiles_in_level),
                           fmt::format("{}", pool.tiles().size()));

    RoomFiles files{.lev = {}, .bnq = make_banks(pool.tiles())};
    for (std::size_t i = 0; i < drawings.size(); ++i) {
        RK_TRY(const Room room, make_room(drawings[i], cells[i], files.bnq));
        auto& rooms = files.lev.rooms;
        auto same =
            std::find_if(rooms.begin(), rooms.end(), [&](const LevRoom& r) { return r.room == room; });
        if (same == rooms.end()) same = rooms.insert(same, {.room = room});
        files.lev.picture[static_cast<std::size_t>(drawings[i].room)] =
            static_cast<Byte>(same - rooms.begin());
    }
    RK_CHECK(write_tile_banks(files.bnq, BankFile::bnq));
    return files;
}

Expected<LevelPalettes> build_palettes(const std::vector<std::array<Color, 16>>& palettes) {
    LevelPalettes level;
    for (const auto& colors : palettes) {
        PaletteWords words{};
        for (std::size_t i = 0; i < colors.size(); ++i) {
            const Color color = colors[i];
            if (color.r % 17 != 0 || color.g % 17 != 0 || color.b % 17 != 0)
                return usage_error("colour components that are multiples of 17",
                                   fmt::format("{} {} {} in palette {}, colour {}", color.r, color.g, color.b,
                                               level.palettes.size(), i));
            words[i] = static_cast<std::uint16_t>(color.b / 17 << 8 | color.g / 17 << 4 | color.r / 17);
        }
        level.palettes.push_back(words);
    }
    return level;
}

} // namespace rekindle::author
