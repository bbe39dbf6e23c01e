#include "emi/data/sprite.h"

namespace rekindle::emi {

void describe(Fields& f, Sprite& sprite) {
    f.text({"name"}, sprite.name);
    f.raw({"unknown"}, sprite.unknown, 40);
    f.text({"texture"}, sprite.texture);
    f.u32({"flags_a", "0x400 additive"}, sprite.flags_a);
    f.usual((sprite.flags_a & ~sprite_flag::additive) == 0, "no bit of flags A but 0x400");
    f.f32({"width", "world units"}, sprite.width);
    f.f32({"height"}, sprite.height);
    f.usual(sprite.width > 0 && sprite.height > 0, "a width and height above zero");
    f.vec3({"offset", "from the actor's origin"}, sprite.offset);
    f.array({"colors", "top left, top right, bottom right, bottom left"}, sprite.corners, 16,
            [&f](SpriteCorner& corner) {
                f.ints({"", "alpha, red, green, blue, 0 to 255"}, corner.argb);
                f.usual(std::all_of(corner.argb.begin(), corner.argb.end(),
                                    [](auto c) { return c >= 0 && c <= 255; }),
                        "corner colours from 0 to 255");
            });
    f.array({"uv", "the same order"}, sprite.corners, 8,
            [&f](SpriteCorner& corner) { f.floats({""}, corner.uv, "2 x f32"); });
    f.u32({"flags_b", "0x100 depth test, 0x20000 alpha test (at least 0.1)"}, sprite.flags_b);
    f.usual((sprite.flags_b & ~(sprite_flag::depth_test | sprite_flag::alpha_test)) == 0,
            "no bit of flags B but 0x100 and 0x20000");
    f.tail(sprite.tail);
}

Expected<Sprite> read_sprite(ByteView bytes, std::string_view file, Notes* notes) {
    return read_fields<Sprite>(bytes, file, notes);
}
Expected<Bytes> write_sprite(const Sprite& sprite) { return write_fields(sprite, "sprite"); }

} // namespace rekindle::emi
