#include "emi/data/stored.h"

#include "base/deflate.h"

namespace rekindle::emi {

namespace {
constexpr std::size_t largest = std::size_t{256} << 20;
}

Expected<Opened> open_stored(ByteView stored, std::string_view file) {
    if (looks_like_gzip(stored)) {
        RK_TRY(Bytes bytes, inflate(stored, file, largest));
        return Opened{Wrapper::gzip, std::move(bytes)};
    }
    if (looks_like_zlib(stored)) {
        std::size_t used = 0;
        auto bytes = inflate(stored, file, largest, &used);
        if (bytes && used == stored.size()) return Opened{Wrapper::zlib, *std::move(bytes)};
    }
    return Opened{Wrapper::none, Bytes(stored.begin(), stored.end())};
}

} // namespace rekindle::emi
