#pragma once
// Full-screen pictures without tiles: the column-interleaved planes of MAP rooms and menu pictures, and the
// menu pictures themselves (formats §11.1, §11.4).

#include "base/bytes.h"
#include "base/picture.h"

namespace rekindle::flashback {

inline constexpr int screen_width = 256;
inline constexpr int screen_height = 224;
inline constexpr std::size_t screen_pixels = 57344;

// pixel (x, y) = planes[14336 * (x & 3) + 64 * y + (x >> 2)]; both sides have screen_pixels bytes.
Bytes planes_to_pixels(ByteView planes);
Bytes pixels_to_planes(ByteView pixels);

// MENU1...3, INSTRU_E/F .MAP: exactly 57,344 bytes.
Expected<IndexedPicture> read_menu_picture(ByteView data, std::string_view file);
// The picture must be 256 x 224.
Expected<Bytes> write_menu_picture(const IndexedPicture& picture);
// Their .PAL: exactly 768 bytes R G B, 8 bits each.
Expected<Palette> read_menu_palette(ByteView data, std::string_view file);
Bytes write_menu_palette(const Palette& palette);

} // namespace rekindle::flashback
