#pragma once
// The packer of archives, tile banks, rooms and collision files: streams that are read from their end towards
// their start and write their output from its last byte towards its first (formats §3).
// The decompressor is strict: whatever is not a faultless stream is an error with file and offset.

#include "base/bytes.h"

namespace rekindle::flashback {

// What the caller knows about the unpacked size.
struct UnpackedSize {
    std::size_t least, most;
    static constexpr UnpackedSize exactly(std::size_t size) { return {size, size}; }
    static constexpr UnpackedSize up_to(std::size_t most) { return {1, most}; }
};

struct UnpackedStream {
    Bytes bytes;
    std::size_t start = 0; // offset of the lowest byte that the stream used
};

// The stream inside `data` whose last byte is at end - 1; nothing below `floor` may be used.
Expected<UnpackedStream> unpack_stream(ByteView data, std::size_t floor, std::size_t end, UnpackedSize size,
                                       std::string_view file);

// A self-contained stream: all of `data`, every word and every bit of it used.
Expected<Bytes> unpack(ByteView data, UnpackedSize size, std::string_view file);

// The shortest stream this packer's commands can make; unpack() gives `data` again. The same input gives the
// same output everywhere. `data` has 1...2^32-1 bytes.
Bytes pack(ByteView data);

} // namespace rekindle::flashback
