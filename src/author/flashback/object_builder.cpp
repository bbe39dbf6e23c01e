#include "author/flashback/object_builder.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "flashback/data/nibbles.h"

namespace rekindle::author {

using namespace flashback;

namespace {

constexpr int most_part_side = 32;

struct Box {
    int x = 0, y = 0, width = 0, height = 0;
};

// The smallest box inside `area` that holds all pixels drawn there; width 0: none.
Box drawn_box(const IndexedPicture& picture, Box area) {
    int left = area.x + area.width, top = area.y + area.height, right = area.x, bottom = area.y;
    for (int y = area.y; y < area.y + area.height; ++y)
        for (int x = area.x; x < area.x + area.width; ++x)
            if (picture.at(x, y) != 0) {
                left = std::min(left, x);
                top = std::min(top, y);
                right = std::max(right, x + 1);
                bottom = std::max(bottom, y + 1);
            }
    return right > left ? Box{left, top, right - left, bottom - top} : Box{};
}

struct DrawnPart {
    ObjectPart part; // without its unit
    Bytes rows, mirrored_rows;
};

Bytes cut_rows(const IndexedPicture& picture, const ObjectPart& part, bool mirrored) {
    Writer out;
    for (int y = 0; y < part.height(); ++y) {
        Bytes row(static_cast<std::size_t>(part.width()));
        for (int x = 0; x < part.width() && part.y + y < picture.height; ++x)
            if (part.x + x < picture.width)
                row[static_cast<std::size_t>(x)] = picture.at(part.x + x, part.y + y);
        if (mirrored) std::reverse(row.begin(), row.end());
        (void)pack_nibbles(out, row); // colours are checked before
    }
    return out.take();
}

DrawnPart draw_part(const IndexedPicture& picture, Box box) {
    const auto units = [](int side) { return std::max(0, (side + 7) / 8 - 1); };
    DrawnPart drawn;
    drawn.part.x = static_cast<std::uint8_t>(box.x);
    drawn.part.y = static_cast<std::uint8_t>(box.y);
    drawn.part.bits = static_cast<std::uint8_t>(units(box.height) | units(box.width) << 2);
    drawn.rows = cut_rows(picture, drawn.part, false);
    drawn.mirrored_rows = cut_rows(picture, drawn.part, true);
    return drawn;
}

// At least one: a file's picture has no fewer.
std::vector<DrawnPart> cut_parts(const IndexedPicture& picture) {
    std::vector<DrawnPart> parts;
    const Box all = drawn_box(picture, {0, 0, picture.width, picture.height});
    for (int y = all.y; y < all.y + all.height; y += most_part_side)
        for (int x = all.x; x < all.x + all.width; x += most_part_side) {
            const Box area{x, y, std::min(most_part_side, all.x + all.width - x),
                           std::min(most_part_side, all.y + all.height - y)};
            if (const Box box = drawn_box(picture, area); box.width > 0)
                parts.push_back(draw_part(picture, box));
        }
    if (parts.empty()) parts.push_back(draw_part(picture, {}));
    return parts;
}

// The bank that is being filled.
class BankFiller {
  public:
    // Adds the parts, all or none: whether they fit. Their units and mirror bits are set.
    bool add(std::vector<DrawnPart>& parts) {
        BankFiller tried = *this;
        for (DrawnPart& drawn : parts)
            if (!tried.add(drawn)) return false;
        *this = std::move(tried);
        return true;
    }
    const Bytes& tiles() const { return tiles_; }

  private:
    bool add(DrawnPart& drawn) {
        drawn.part.bits &= static_cast<std::uint8_t>(~0x10);
        if (const auto same = units_.find({drawn.part.width(), drawn.rows}); same != units_.end()) {
            drawn.part.unit = same->second;
            return true;
        }
        if (const auto same = units_.find({drawn.part.width(), drawn.mirrored_rows}); same != units_.end()) {
            drawn.part.unit = same->second;
            drawn.part.bits |= 0x10;
            return true;
        }
        const std::size_t unit = tiles_.size() / tile_bytes;
        if (tiles_.size() + drawn.rows.size() > most_tiles_in_bank * tile_bytes) return false;
        drawn.part.unit = static_cast<std::uint8_t>(unit);
        units_.emplace(std::pair{drawn.part.width(), drawn.rows}, drawn.part.unit);
        tiles_.insert(tiles_.end(), drawn.rows.begin(), drawn.rows.end());
        return true;
    }

    Bytes tiles_;
    std::map<std::pair<int, Bytes>, std::uint8_t> units_; // width and rows -> first unit
};

Expected<void> check_drawing(const ObjectDrawing& drawing, std::size_t i) {
    const IndexedPicture& p = drawing.picture;
    if (p.width < 1 || p.width > 255 || p.height < 1 || p.height > 255)
        return usage_error(fmt::format("object {} to have 1...255 pixels a side", i),
                           fmt::format("{} x {}", p.width, p.height));
    if (const auto bad = std::find_if(p.pixels.begin(), p.pixels.end(), [](Byte b) { return b > 15; });
        bad != p.pixels.end())
        return usage_error(fmt::format("colours 0...15 in object {}", i), fmt::format("{}", *bad));
    const auto is_i8 = [](int value) { return value >= -128 && value <= 127; };
    if (!is_i8(drawing.hot_x) || !is_i8(drawing.hot_y))
        return usage_error(fmt::format("a hot spot in -128...127 for object {}", i),
                           fmt::format("({}, {})", drawing.hot_x, drawing.hot_y));
    return {};
}

} // namespace

Expected<ObjectFiles> build_objects(const std::vector<ObjectDrawing>& drawings) {
    ObjectFiles files;
    std::vector<BankFiller> banks(1);
    for (std::size_t i = 0; i < drawings.size(); ++i) {
        const ObjectDrawing& drawing = drawings[i];
        RK_CHECK(check_drawing(drawing, i));
        std::vector<DrawnPart> parts = cut_parts(drawing.picture);
        if (!banks.back().add(parts)) {
            banks.emplace_back();
            if (!banks.back().add(parts))
                return usage_error("objects of at most 256 units of 64 pixels",
                                   fmt::format("more in object {}", i));
        }
        ObjectPicture picture{.bank = static_cast<std::uint8_t>(banks.size() - 1),
                              .hot_x = static_cast<std::int8_t>(drawing.hot_x),
                              .hot_y = static_cast<std::int8_t>(drawing.hot_y),
                              .width = static_cast<std::uint8_t>(drawing.picture.width),
                              .height = static_cast<std::uint8_t>(drawing.picture.height),
                              .parts = {}};
        for (const DrawnPart& drawn : parts) picture.parts.push_back(drawn.part);
        files.objects.entries.push_back(static_cast<std::uint16_t>(i));
        files.objects.pictures.push_back(std::move(picture));
    }
    if (banks.size() > object_banks)
        return usage_error(fmt::format("at most {} object banks", object_banks),
                           fmt::format("{}", banks.size()));
    files.mbk.banks.resize(banks.size() + 1);
    for (std::size_t k = 0; k < banks.size(); ++k) {
        files.mbk.banks[k + 1].tiles = banks[k].tiles();
        files.map.entry[k] = static_cast<Byte>(k + 1);
    }
    RK_CHECK(write_tile_banks(files.mbk, BankFile::mbk));
    return files;
}

} // namespace rekindle::author
