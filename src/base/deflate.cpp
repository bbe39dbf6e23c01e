#include "base/deflate.h"

#include <fmt/format.h>
#include <zlib.h>

namespace rekindle {
namespace {

constexpr std::size_t step = 1u << 16;
constexpr int any_wrapper = 15 + 32; // zlib's window bits: recognise gzip and zlib
constexpr int gzip_wrapper = 15 + 16;

tl::unexpected<Error> damaged(std::string_view file, std::size_t offset, std::string expected,
                              std::string found) {
    return tl::unexpected(Error{.kind = ErrorKind::bad_data,
                                .file = std::string(file),
                                .offset = offset,
                                .expected = std::move(expected),
                                .found = std::move(found),
                                .cure = {}});
}

} // namespace

Expected<Bytes> inflate(ByteView bytes, std::string_view file, std::size_t limit, std::size_t* used) {
    z_stream stream{};
    if (inflateInit2(&stream, any_wrapper) != Z_OK) return damaged(file, 0, "memory for zlib", "none");
    stream.next_in = const_cast<Bytef*>(bytes.data()); // NOLINT: zlib doesn't write to it
    stream.avail_in = static_cast<uInt>(std::min<std::size_t>(bytes.size(), 0x7FFFFFFF));
    Bytes out;
    int status = Z_OK;
    while (status == Z_OK && out.size() <= limit) {
        const std::size_t before = out.size();
        out.resize(before + step);
        stream.next_out = out.data() + before;
        stream.avail_out = step;
        status = ::inflate(&stream, Z_NO_FLUSH);
        out.resize(out.size() - stream.avail_out);
    }
    const std::size_t taken = stream.total_in;
    const std::string why = stream.msg != nullptr ? stream.msg : "its end too early";
    inflateEnd(&stream);
    if (out.size() > limit) return damaged(file, 0, fmt::format("at most {} inflated bytes", limit), "more");
    if (status != Z_STREAM_END) return damaged(file, taken, "a whole gzip or zlib stream", why);
    if (used != nullptr) *used = taken;
    return out;
}

Bytes gzip(ByteView bytes) {
    z_stream stream{};
    Bytes out;
    if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, gzip_wrapper, 9, Z_DEFAULT_STRATEGY) != Z_OK)
        return out;
    gz_header header{};
    header.os = 255; // unknown
    deflateSetHeader(&stream, &header);
    out.resize(deflateBound(&stream, bytes.size()));
    stream.next_in = const_cast<Bytef*>(bytes.data()); // NOLINT: zlib doesn't write to it
    stream.avail_in = static_cast<uInt>(bytes.size());
    stream.next_out = out.data();
    stream.avail_out = static_cast<uInt>(out.size());
    deflate(&stream, Z_FINISH);
    out.resize(out.size() - stream.avail_out);
    deflateEnd(&stream);
    return out;
}

} // namespace rekindle
