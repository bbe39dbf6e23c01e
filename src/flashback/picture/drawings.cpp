#include "flashback/picture/drawings.h"

#include <algorithm>
#include <limits>

#include "flashback/data/nibbles.h"

namespace rekindle::flashback {

namespace {

struct Box {
    int left = std::numeric_limits<int>::max(), top = left, right = 0, bottom = 0;

    void add(int x, int y, int width, int height) {
        left = std::min(left, x);
        top = std::min(top, y);
        right = std::max(right, x + width);
        bottom = std::max(bottom, y + height);
    }
    bool empty() const { return left >= right; }
};

Box visible(const IndexedPicture& picture) {
    Box box;
    for (int y = 0; y < picture.height; ++y)
        for (int x = 0; x < picture.width; ++x)
            if (picture.at(x, y) != 0) box.add(x, y, 1, 1);
    return box;
}

void paint_part(const ObjectPart& part, ByteView packed, const Box& box, IndexedPicture& picture) {
    IndexedPicture pixels = IndexedPicture::blank(part.width(), part.height());
    unpack_nibbles(packed, pixels.pixels);
    for (int y = 0; y < pixels.height; ++y)
        for (int x = 0; x < pixels.width; ++x) {
            const Byte pixel = pixels.at(part.mirrored() ? pixels.width - 1 - x : x, y);
            if (pixel != 0) picture.at(part.x - box.left + x, part.y - box.top + y) = pixel;
        }
}

} // namespace

std::uint16_t add_drawing(LevelPictures& pictures, const IndexedPicture& picture, int hot_x, int hot_y) {
    const Box box = visible(picture);
    if (box.empty()) return LevelPictures::no_drawing;
    Drawing drawing;
    drawing.hot_x = static_cast<std::int16_t>(hot_x);
    drawing.hot_y = static_cast<std::int16_t>(hot_y);
    drawing.width = static_cast<std::int16_t>(picture.width);
    drawing.left = static_cast<std::int16_t>(box.left);
    drawing.top = static_cast<std::int16_t>(box.top);
    drawing.columns = static_cast<std::int16_t>(box.right - box.left);
    drawing.rows = static_cast<std::int16_t>(box.bottom - box.top);
    const auto append = [&](bool mirrored) {
        const auto at = static_cast<std::uint32_t>(pictures.pixels.size());
        for (int y = box.top; y < box.bottom; ++y)
            for (int x = 0; x < drawing.columns; ++x)
                pictures.pixels.push_back(picture.at(mirrored ? box.right - 1 - x : box.left + x, y));
        return at;
    };
    drawing.upright = append(false);
    drawing.mirrored = append(true);
    pictures.drawings.push_back(drawing);
    return static_cast<std::uint16_t>(pictures.drawings.size() - 1);
}

std::optional<ObjectDrawing> put_together(const ObjectPicture& object, const BankMap& map,
                                          const TileBanks& banks) {
    const std::size_t entry = map.entry[object.bank];
    if (entry >= banks.banks.size()) return std::nullopt;
    const ByteView bank = banks.banks[entry].tiles;
    if (bank.empty()) return ObjectDrawing{};
    Box box;
    for (const ObjectPart& part : object.parts) {
        if (part.bank_offset() + part.packed_size() > bank.size()) return std::nullopt;
        box.add(part.x, part.y, part.width(), part.height());
    }
    // A part lies `x` right of the hot spot's left edge; here that edge becomes the picture's.
    ObjectDrawing drawing{IndexedPicture::blank(box.right - box.left, box.bottom - box.top),
                          object.hot_x - box.left, object.hot_y - box.top};
    for (const ObjectPart& part : object.parts)
        paint_part(part, bank.subspan(part.bank_offset(), part.packed_size()), box, drawing.picture);
    return drawing;
}

} // namespace rekindle::flashback
