#pragma once
// SGD: the shapes of which level index 0's rooms are composed in the LEV variant (formats §11.3).

#include <vector>

#include "base/bytes.h"

namespace rekindle::flashback {

struct Shape {
    Byte width_code = 0;    // a: the width is 16 * ((a + 1) / 2) pixels; odd in known files
    int height = 0;         // 1...256
    Bytes mask;             // a bit a pixel, most significant = left, 1 = draw; rows of 2 * w bytes
    Bytes pixels;           // 4 bits a pixel, high nibble left; rows of 8 * w bytes
    bool raw = false;       // stored without run-length code
    bool size_flag = false; // bit 15 of the stored size, without meaning; not of a raw shape

    // What the file holds, behind the size word: written again as long as it still unpacks to the shape; may
    // be left empty. `unused`: bytes before the size word (none in known files).
    Bytes stored{}, unused{};

    std::size_t width() const { return 16 * ((width_code + std::size_t{1}) / 2); }
    bool operator==(const Shape&) const = default;
};

struct ShapeFile {
    std::vector<Shape> shapes; // at most 254
    Bytes trailing{};          // between the last shape and the end (none in known files)

    bool operator==(const ShapeFile&) const = default;
};

Expected<ShapeFile> read_shapes(ByteView data, std::string_view file);
// Refused: more than 254 shapes, mask or pixels of another size than width and height say, a first shape that
// is raw (its entry can't say so) or one whose stored size does not fit (15 bits, raw 16).
Expected<Bytes> write_shapes(const ShapeFile& shapes);

} // namespace rekindle::flashback
