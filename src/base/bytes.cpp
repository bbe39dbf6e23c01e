#include "base/bytes.h"

#include <bit>

#include <fmt/format.h>

namespace rekindle {

bool Reader::need(std::size_t count) {
    if (failed_) return false;
    if (count <= remaining()) return true;
    fail(fmt::format("{} more bytes", count), fmt::format("{} before the end", remaining()));
    return false;
}

void Reader::seek(std::size_t offset) {
    if (failed_) return;
    if (offset > data_.size()) {
        fail_at(offset, fmt::format("an offset of at most {}", data_.size()), fmt::format("{}", offset));
        return;
    }
    offset_ = offset;
}

void Reader::skip(std::size_t count) {
    if (need(count)) offset_ += count;
}

std::uint8_t Reader::u8() { return need(1) ? data_[offset_++] : std::uint8_t{0}; }

std::uint32_t Reader::number(std::size_t width, Endian endian) {
    if (!need(width)) return 0;
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < width; ++i) {
        const std::size_t shift = 8 * (endian == Endian::little ? i : width - 1 - i);
        value |= static_cast<std::uint32_t>(data_[offset_ + i]) << shift;
    }
    offset_ += width;
    return value;
}

float Reader::f32(Endian endian) { return std::bit_cast<float>(u32(endian)); }

ByteView Reader::bytes(std::size_t count) {
    if (!need(count)) return {};
    const ByteView view = data_.subspan(offset_, count);
    offset_ += count;
    return view;
}

void Reader::fail_at(std::size_t offset, std::string expected, std::string found) {
    if (failed_) return;
    failed_ = true;
    error_ = Error{.kind = ErrorKind::bad_data,
                   .file = file_,
                   .offset = offset,
                   .expected = std::move(expected),
                   .found = std::move(found),
                   .cure = {}};
}

bool Reader::expect_at(bool condition, std::size_t offset, std::string_view expected, std::uint64_t found) {
    if (failed_) return false;
    if (!condition) fail_at(offset, std::string(expected), fmt::format("{}", found));
    return condition;
}

bool Reader::expect_end() {
    if (failed_) return false;
    if (!at_end()) fail("the end of the file", fmt::format("{} more bytes", remaining()));
    return ok();
}

void Writer::bytes(ByteView view) { bytes_.insert(bytes_.end(), view.begin(), view.end()); }

void Writer::number(std::uint32_t value, std::size_t width, Endian endian) {
    const std::size_t at = bytes_.size();
    bytes_.resize(at + width);
    put(at, value, width, endian);
}

void Writer::put(std::size_t at, std::uint32_t value, std::size_t width, Endian endian) {
    for (std::size_t i = 0; i < width; ++i) {
        const std::size_t shift = 8 * (endian == Endian::little ? i : width - 1 - i);
        bytes_[at + i] = static_cast<Byte>(value >> shift);
    }
}

void Writer::f32(float value, Endian endian) { u32(std::bit_cast<std::uint32_t>(value), endian); }

} // namespace rekindle
