#include "flashback/data/sprites.h"

namespace rekindle::flashback {

namespace {

constexpr std::array<Byte, 12> spr_header{0x53, 0x50, 0x50, 0x00, 0x05, 0x07,
                                          0x00, 0x02, 0x00, 0x20, 0x00, 0x18};
constexpr std::uint32_t no_picture = 0xFFFFFFFF;
constexpr std::uint16_t off_end = 0xFFFF;
constexpr Byte columns_bit = 0x40, raw_bit = 0x80;

// Nibbles of the code, high one first; beyond the end: zeroes and ok() false.
class NibbleReader {
  public:
    explicit NibbleReader(ByteView code) : code_(code) {}
    int next() {
        if (at_ >= 2 * code_.size()) {
            ok_ = false;
            return 0;
        }
        const Byte byte = code_[at_ / 2];
        return (at_++ % 2 == 0) ? byte >> 4 : byte & 15;
    }
    std::size_t left() const { return 2 * code_.size() - at_; }
    bool ok() const { return ok_; }
    std::size_t byte_offset() const { return at_ / 2; }

  private:
    ByteView code_;
    std::size_t at_ = 0;
    bool ok_ = true;
};

struct Run {
    int color = 0;
    int length = 0;
};

Run next_run(NibbleReader& in) {
    const int value = in.next();
    if (value != 15) return {value, 1};
    const int color = in.next();
    if (color != 15) return {color, in.next() + 4};
    const int high = in.next(), low = in.next();
    const int length = 16 * high + low + 4;
    return {in.next(), length};
}

// Pixels in code order. Answers what is wrong, empty when nothing is.
struct Decoded {
    Bytes pixels;
    std::string problem;
    std::size_t offset = 0;
};

Decoded decode_code(ByteView code, std::size_t count) {
    Decoded result;
    result.pixels.reserve(count);
    NibbleReader in(code);
    while (result.pixels.size() < count) {
        const std::size_t at = in.byte_offset();
        const Run run = next_run(in);
        if (!in.ok())
            result.problem = "code that ends too early";
        else if (run.color == 15)
            result.problem = "a run of colour 15";
        else if (result.pixels.size() + static_cast<std::size_t>(run.length) > count)
            result.problem = "a run beyond the last pixel";
        if (!result.problem.empty()) {
            result.offset = at;
            return result;
        }
        result.pixels.insert(result.pixels.end(), static_cast<std::size_t>(run.length),
                             static_cast<Byte>(run.color));
    }
    // An odd number of nibbles was padded with a zero.
    if (in.left() > 1 || (in.left() == 1 && in.next() != 0)) {
        result.problem = "code left over";
        result.offset = in.byte_offset();
    }
    return result;
}

Sprite read_sprite(Reader& in) {
    Sprite sprite;
    const std::size_t start = in.offset();
    sprite.hot_x = in.i8();
    sprite.hot_y = in.i8();
    const std::uint8_t a = in.u8(), b = in.u8();
    in.expect_at((a & raw_bit) == 0, start + 2, "a compressed picture (bit 7 clear)", a);
    sprite.by_columns = (a & columns_bit) != 0;
    const std::uint8_t first = a & 63;
    sprite.width = sprite.by_columns ? b : first;
    sprite.height = sprite.by_columns ? first : b;
    in.expect_at(first >= 1 && b >= 1, start + 2, "sizes of at least 1", first == 0 ? first : b);
    const std::size_t length = in.u16(Endian::big);
    const ByteView code = in.bytes(length);
    if (!in) return sprite;
    const std::size_t count = std::size_t{sprite.width} * sprite.height;
    if (const Decoded decoded = decode_code(code, count); !decoded.problem.empty())
        in.fail_at(start + 6 + decoded.offset, "nibble code of " + std::to_string(count) + " pixels",
                   decoded.problem);
    sprite.code.assign(code.begin(), code.end());
    return sprite;
}

// Nibble code of pixels in code order: runs of four and more, everything else pixel by pixel.
Bytes encode_code(ByteView pixels) {
    Bytes nibbles;
    for (std::size_t at = 0; at < pixels.size();) {
        std::size_t length = 1;
        while (at + length < pixels.size() && pixels[at + length] == pixels[at] && length < 259) ++length;
        if (length < 4) {
            nibbles.insert(nibbles.end(), length, pixels[at]);
        } else if (length < 20) {
            nibbles.insert(nibbles.end(), {15, pixels[at], static_cast<Byte>(length - 4)});
        } else {
            const std::size_t rest = length - 4;
            nibbles.insert(nibbles.end(),
                           {15, 15, static_cast<Byte>(rest >> 4), static_cast<Byte>(rest & 15), pixels[at]});
        }
        at += length;
    }
    if (nibbles.size() % 2 != 0) nibbles.push_back(0);
    Bytes code;
    for (std::size_t i = 0; i < nibbles.size(); i += 2)
        code.push_back(static_cast<Byte>(nibbles[i] << 4 | nibbles[i + 1]));
    return code;
}

Bytes transposed(const IndexedPicture& picture) {
    Bytes pixels;
    for (int x = 0; x < picture.width; ++x)
        for (int y = 0; y < picture.height; ++y) pixels.push_back(picture.at(x, y));
    return pixels;
}

std::size_t stored_size(const Sprite& sprite) { return 6 + sprite.code.size(); }

} // namespace

Expected<SpriteSet> read_sprites(ByteView spr, std::string_view spr_file, ByteView off,
                                 std::string_view off_file) {
    Reader pictures(spr, spr_file);
    for (std::size_t i = 0; i < spr_header.size(); ++i) {
        const Byte byte = pictures.u8();
        pictures.expect_at(byte == spr_header[i], i, "header byte " + std::to_string(spr_header[i]), byte);
    }
    Reader items(off, off_file);
    SpriteSet set;
    int last_number = -1;
    while (pictures && items) {
        const std::size_t at = items.offset();
        const std::uint16_t number = items.u16(Endian::little);
        if (number == off_end) break;
        const std::uint32_t offset = items.u32(Endian::little);
        items.expect_at(number < sprite_numbers && number > last_number, at,
                        "an ascending picture number below 1287", number);
        last_number = number;
        SpriteEntry entry{number, std::nullopt};
        if (offset != no_picture) {
            items.expect_at(offset == pictures.offset() - spr_header.size(), at + 2,
                            "the offset where the picture before it ends", offset);
            if (items) entry.sprite = read_sprite(pictures);
        }
        set.entries.push_back(std::move(entry));
    }
    if (pictures) {
        items.expect_end();
        if (!items) return items.unexpected();
        pictures.expect_end();
    }
    if (!pictures) return pictures.unexpected();
    return set;
}

Bytes write_sprite_pictures(const SpriteSet& set) {
    Writer out;
    for (const Byte byte : spr_header) out.u8(byte);
    for (const SpriteEntry& entry : set.entries) {
        if (!entry.sprite) continue;
        const Sprite& sprite = *entry.sprite;
        out.i8(sprite.hot_x);
        out.i8(sprite.hot_y);
        out.u8(sprite.by_columns ? static_cast<Byte>(sprite.height | columns_bit) : sprite.width);
        out.u8(sprite.by_columns ? sprite.width : sprite.height);
        out.u16(static_cast<std::uint16_t>(sprite.code.size()), Endian::big);
        out.bytes(sprite.code);
    }
    return out.take();
}

Bytes write_sprite_offsets(const SpriteSet& set) {
    Writer out;
    std::size_t offset = 0;
    for (const SpriteEntry& entry : set.entries) {
        out.u16(entry.number, Endian::little);
        out.u32(entry.sprite ? static_cast<std::uint32_t>(offset) : no_picture, Endian::little);
        if (entry.sprite) offset += stored_size(*entry.sprite);
    }
    out.u16(off_end, Endian::little);
    return out.take();
}

IndexedPicture decode_sprite(const Sprite& sprite) {
    IndexedPicture picture{sprite.width, sprite.height,
                           decode_code(sprite.code, std::size_t{sprite.width} * sprite.height).pixels};
    if (!sprite.by_columns) return picture;
    const IndexedPicture sideways{sprite.height, sprite.width, std::move(picture.pixels)};
    picture.pixels = transposed(sideways);
    return picture;
}

Expected<Sprite> encode_sprite(const IndexedPicture& picture, std::int8_t hot_x, std::int8_t hot_y) {
    const int width = picture.width, height = picture.height;
    const bool rows = width >= 1 && width < 64 && height >= 1 && height < 256;
    const bool columns = height >= 1 && height < 64 && width >= 1 && width < 256;
    if (!rows && !columns)
        return usage_error("a character picture of 1 to 63 by 1 to 255 pixels, either way round",
                           std::to_string(width) + " by " + std::to_string(height));
    for (const Byte pixel : picture.pixels)
        if (pixel > 14) return usage_error("character pixels 0 to 14", std::to_string(pixel));

    Sprite sprite{hot_x, hot_y, static_cast<std::uint8_t>(width), static_cast<std::uint8_t>(height),
                  false, {}};
    if (rows) sprite.code = encode_code(picture.pixels);
    if (columns) {
        Bytes code = encode_code(transposed(picture));
        if (!rows || code.size() < sprite.code.size()) {
            sprite.code = std::move(code);
            sprite.by_columns = true;
        }
    }
    if (sprite.code.size() > 0xFFFF)
        return usage_error("at most 65535 bytes of code", std::to_string(sprite.code.size()));
    return sprite;
}

} // namespace rekindle::flashback
