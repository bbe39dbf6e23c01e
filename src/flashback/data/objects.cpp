#include "flashback/data/objects.h"

namespace rekindle::flashback {

namespace {

constexpr std::uint8_t object_banks = 74; // as many as RP has entries

ObjectPicture read_picture(Reader& in) {
    ObjectPicture picture;
    const std::size_t start = in.offset();
    picture.bank = in.u8();
    in.expect_at(picture.bank < object_banks, start, "object bank below 74", picture.bank);
    picture.hot_x = in.i8();
    picture.hot_y = in.i8();
    picture.width = in.u8();
    picture.height = in.u8();
    const std::uint8_t count = in.u8();
    in.expect_at(count >= 1, start + 5, "at least one part", count);
    for (int i = 0; in && i < count; ++i) {
        ObjectPart part;
        part.unit = in.u8();
        part.x = in.u8();
        part.y = in.u8();
        part.bits = in.u8();
        picture.parts.push_back(part);
    }
    return picture;
}

} // namespace

Expected<ObjectPictures> read_objects(ByteView bytes, std::string_view file) {
    Reader in(bytes, file);
    const std::uint16_t first = in.u16(Endian::big);
    in.expect_at(first >= 2 && first % 2 == 0 && first <= bytes.size(), 0,
                 "an even size of the offset table inside the file", first);
    if (!in) return in.unexpected();

    std::vector<std::size_t> offsets{first};
    while (in && offsets.size() < first / 2u) offsets.push_back(in.u16(Endian::big));

    // Entries lie back to back in the order of their offsets; equal offsets share one.
    ObjectPictures objects;
    std::size_t last = 0;
    for (std::size_t i = 0; in && i < offsets.size(); ++i) {
        if (i == 0 || offsets[i] != last) {
            if (!in.expect_at(offsets[i] == in.offset(), 2 * i, "the entry where the one before it ends",
                              offsets[i]))
                break;
            last = offsets[i];
            objects.pictures.push_back(read_picture(in));
        }
        objects.entries.push_back(static_cast<std::uint16_t>(objects.pictures.size() - 1));
    }
    in.expect_end();
    if (!in) return in.unexpected();
    return objects;
}

Expected<Bytes> write_objects(const ObjectPictures& objects) {
    std::vector<std::size_t> offsets;
    std::size_t offset = 2 * objects.entries.size();
    for (const ObjectPicture& picture : objects.pictures) {
        if (picture.parts.empty() || picture.parts.size() > 255)
            return usage_error("1 to 255 parts in an object picture", std::to_string(picture.parts.size()));
        if (picture.bank >= object_banks)
            return usage_error("object bank below 74", std::to_string(picture.bank));
        offsets.push_back(offset);
        offset += 6 + 4 * picture.parts.size();
    }
    if (offsets.empty() || offsets.back() > 0xFFFF)
        return usage_error("object pictures that fit 16-bit offsets", std::to_string(offset) + " bytes");

    Writer out;
    std::size_t expected = 0;
    for (const std::uint16_t entry : objects.entries) {
        if (entry > expected || entry + 1u < expected || entry >= offsets.size())
            return usage_error("entries that use the pictures in ascending order", std::to_string(entry));
        if (entry == expected) ++expected;
        out.u16(static_cast<std::uint16_t>(offsets[entry]), Endian::big);
    }
    if (expected != offsets.size())
        return usage_error("an entry for every picture", std::to_string(expected));
    for (const ObjectPicture& picture : objects.pictures) {
        out.u8(picture.bank);
        out.i8(picture.hot_x);
        out.i8(picture.hot_y);
        out.u8(picture.width);
        out.u8(picture.height);
        out.u8(static_cast<std::uint8_t>(picture.parts.size()));
        for (const ObjectPart& part : picture.parts) {
            out.u8(part.unit);
            out.u8(part.x);
            out.u8(part.y);
            out.u8(part.bits);
        }
    }
    return out.take();
}

} // namespace rekindle::flashback
