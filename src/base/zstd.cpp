#include "base/zstd.h"

#include <fmt/format.h>
#include <zstd.h>

namespace rekindle {

Bytes zstd_compress(ByteView bytes, int level) {
    Bytes out(ZSTD_compressBound(bytes.size()));
    const std::size_t size = ZSTD_compress(out.data(), out.size(), bytes.data(), bytes.size(), level);
    out.resize(ZSTD_isError(size) != 0 ? 0 : size); // can't fail: the buffer is large enough
    return out;
}

Expected<Bytes> zstd_decompress(ByteView bytes, std::string_view file, std::size_t limit) {
    const auto broken = [&](std::size_t offset, std::string found) {
        return tl::unexpected(Error{.kind = ErrorKind::bad_data,
                                    .file = std::string(file),
                                    .offset = offset,
                                    .expected = "zstd data",
                                    .found = std::move(found),
                                    .cure = {}});
    };
    ZSTD_DStream* stream = ZSTD_createDStream();
    if (stream == nullptr) return broken(0, "no memory");
    Bytes out;
    Bytes chunk(ZSTD_DStreamOutSize());
    ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
    std::size_t state = 1;
    bool too_large = false;
    while (true) {
        ZSTD_outBuffer block{chunk.data(), chunk.size(), 0};
        state = ZSTD_decompressStream(stream, &block, &in);
        too_large = out.size() + block.pos > limit;
        if (ZSTD_isError(state) != 0 || too_large) break;
        out.insert(out.end(), chunk.begin(), chunk.begin() + static_cast<std::ptrdiff_t>(block.pos));
        if (in.pos == in.size && block.pos < block.size) break;
    }
    ZSTD_freeDStream(stream);
    if (ZSTD_isError(state) != 0) return broken(in.pos, ZSTD_getErrorName(state));
    if (too_large) return broken(in.pos, fmt::format("more than {} bytes", limit));
    if (state != 0) return broken(in.pos, "its end in the middle");
    return out;
}

} // namespace rekindle
