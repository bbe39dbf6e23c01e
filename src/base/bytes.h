#pragma once
// Bytes in and out: a bounds-checked reader whose first error sticks, and a writer. Every format's read() and
// write() is written with these two; neither knows any engine.

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace rekindle {

using Byte = std::uint8_t;
using Bytes = std::vector<Byte>;
using ByteView = std::span<const Byte>;

enum class Endian { little, big };

inline ByteView as_bytes(std::string_view text) {
    return {reinterpret_cast<const Byte*>(text.data()), text.size()};
}

// A cursor over bytes. After the first error every read answers zero and moves nothing, so that a format can
// be read straight down and checked once; loops must still be bounded by ok() or by a checked count.
class Reader {
  public:
    Reader(ByteView data, std::string_view file) : data_(data), file_(file) {}

    std::size_t size() const { return data_.size(); }
    std::size_t offset() const { return offset_; }
    std::size_t remaining() const { return data_.size() - offset_; }
    bool at_end() const { return offset_ == data_.size(); }
    ByteView data() const { return data_; }
    const std::string& file() const { return file_; }

    void seek(std::size_t offset); // beyond the end: an error
    void skip(std::size_t count);

    std::uint8_t u8();
    std::int8_t i8() { return static_cast<std::int8_t>(u8()); }
    std::uint16_t u16(Endian endian) { return static_cast<std::uint16_t>(number(2, endian)); }
    std::int16_t i16(Endian endian) { return static_cast<std::int16_t>(number(2, endian)); }
    std::uint32_t u32(Endian endian) { return number(4, endian); }
    std::int32_t i32(Endian endian) { return static_cast<std::int32_t>(number(4, endian)); }
    float f32(Endian endian);
    ByteView bytes(std::size_t count); // a view into the data; empty after an error
    std::string_view text(std::size_t count) {
        const ByteView view = bytes(count);
        return {reinterpret_cast<const char*>(view.data()), view.size()};
    }

    bool ok() const { return !failed_; }
    explicit operator bool() const { return ok(); }

    // Notes an error at `offset` unless there is one already.
    void fail_at(std::size_t offset, std::string expected, std::string found);
    void fail(std::string expected, std::string found) {
        fail_at(offset_, std::move(expected), std::move(found));
    }
    // fail_at() unless the condition holds; answers the condition and ok().
    bool expect_at(bool condition, std::size_t offset, std::string_view expected, std::uint64_t found);
    bool expect(bool condition, std::string_view expected, std::uint64_t found) {
        return expect_at(condition, offset_, expected, found);
    }
    // An error unless everything has been read.
    bool expect_end();

    const Error& error() const { return error_; }
    tl::unexpected<Error> unexpected() const { return tl::unexpected(error_); }

  private:
    std::uint32_t number(std::size_t width, Endian endian);
    bool need(std::size_t count);

    ByteView data_;
    std::string file_;
    std::size_t offset_ = 0;
    bool failed_ = false;
    Error error_;
};

// Appends to a byte vector.
class Writer {
  public:
    void u8(std::uint8_t value) { bytes_.push_back(value); }
    void i8(std::int8_t value) { bytes_.push_back(static_cast<Byte>(value)); }
    void u16(std::uint16_t value, Endian endian) { number(value, 2, endian); }
    void i16(std::int16_t value, Endian endian) { number(static_cast<std::uint16_t>(value), 2, endian); }
    void u32(std::uint32_t value, Endian endian) { number(value, 4, endian); }
    void i32(std::int32_t value, Endian endian) { number(static_cast<std::uint32_t>(value), 4, endian); }
    void f32(float value, Endian endian);
    void bytes(ByteView view);
    void text(std::string_view text) { bytes(as_bytes(text)); }
    void fill(std::size_t count, Byte value = 0) { bytes_.insert(bytes_.end(), count, value); }
    // Overwrites bytes written before (offsets that are known only later).
    void put_u16(std::size_t at, std::uint16_t value, Endian endian) { put(at, value, 2, endian); }
    void put_u32(std::size_t at, std::uint32_t value, Endian endian) { put(at, value, 4, endian); }

    std::size_t size() const { return bytes_.size(); }
    ByteView view() const { return bytes_; }
    Bytes take() { return std::move(bytes_); }

  private:
    void number(std::uint32_t value, std::size_t width, Endian endian);
    void put(std::size_t at, std::uint32_t value, std::size_t width, Endian endian);
    Bytes bytes_;
};

} // namespace rekindle
