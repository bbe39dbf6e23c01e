#include "flashback/data/run_length.h"

#include <algorithm>

#include <fmt/format.h>

namespace rekindle::flashback {

namespace {

constexpr std::size_t longest_literal = 128;
constexpr std::size_t longest_run = 129;

std::size_t run_at(ByteView data, std::size_t at) {
    std::size_t end = at + 1;
    while (end < data.size() && end - at < longest_run && data[end] == data[at]) ++end;
    return end - at;
}

} // namespace

Expected<Bytes> run_length_unpack(ByteView in, std::size_t most, bool cut_last, std::string_view file,
                                  std::size_t base) {
    Bytes out;
    std::size_t at = 0;
    while (at < in.size()) {
        const std::size_t start = at;
        const Byte code = in[at++];
        const bool literal = code < 0x80;
        const std::size_t left = in.size() - at;
        std::size_t count = literal ? code + std::size_t{1} : std::size_t{257} - code; // 1 - c for negative c
        if (literal && cut_last) count = std::min(count, left);
        const std::size_t used = literal ? count : 1;
        if (used > left)
            return bad_data(file, base + start, fmt::format("{} bytes behind run-length code {}", used, code),
                            fmt::format("{} before the end of the data", left));
        if (count > most - out.size())
            return bad_data(file, base + start,
                            fmt::format("run-length data that give at most {} bytes", most),
                            fmt::format("{} more", out.size() + count - most));
        if (literal)
            out.insert(out.end(), in.begin() + static_cast<std::ptrdiff_t>(at),
                       in.begin() + static_cast<std::ptrdiff_t>(at + count));
        else
            out.insert(out.end(), count, in[at]);
        at += used;
    }
    return out;
}

Bytes run_length_pack(ByteView data) {
    Bytes out;
    std::size_t at = 0;
    while (at < data.size()) {
        if (const std::size_t run = run_at(data, at); run >= 2) {
            out.push_back(static_cast<Byte>(1 - static_cast<int>(run)));
            out.push_back(data[at]);
            at += run;
            continue;
        }
        // A run of two inside literals would cost as much as it saves, so only three end them.
        std::size_t end = at + 1;
        while (end < data.size() && end - at < longest_literal && run_at(data, end) < 3) ++end;
        out.push_back(static_cast<Byte>(end - at - 1));
        out.insert(out.end(), data.begin() + static_cast<std::ptrdiff_t>(at),
                   data.begin() + static_cast<std::ptrdiff_t>(end));
        at = end;
    }
    return out;
}

} // namespace rekindle::flashback
