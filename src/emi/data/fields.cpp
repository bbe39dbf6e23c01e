#include "emi/data/fields.h"

#include <fmt/format.h>

namespace rekindle::emi {
namespace {

// A damaged file may be unusual in every one of its records.
constexpr std::size_t most_notes = 100;

bool all_zero(ByteView bytes) {
    return std::all_of(bytes.begin(), bytes.end(), [](Byte byte) { return byte == 0; });
}

} // namespace

void FieldReader::floats(Field, std::span<float> values, const char*) {
    mark();
    for (float& value : values) {
        const std::size_t at = in_.offset();
        value = in_.f32(order_);
        if (!std::isfinite(value)) {
            in_.fail_at(at, "a finite number", fmt::format("{}", value));
            value = 0;
        }
    }
}

void FieldReader::ints(Field, std::span<std::int32_t> values) {
    mark();
    for (std::int32_t& value : values) value = in_.i32(order_);
}

void FieldReader::octets(Field, std::span<std::uint8_t> values) {
    const ByteView view = mark().bytes(values.size());
    std::copy(view.begin(), view.end(), values.begin());
}

void FieldReader::text(Field, std::string& value) {
    const std::uint32_t size = mark().u32(order_);
    if (!in_.expect_at(size > 0, at_, "the length of a text with its NUL", size)) return;
    value = in_.text(size);
    if (!in_.ok()) return;
    if (value.back() != 0) {
        in_.fail("a NUL at the end of a text", fmt::format("0x{:02x}", static_cast<Byte>(value.back())));
        return;
    }
    value.pop_back();
    usual(value.find('\0') == std::string::npos, "a text without a NUL inside");
}

void FieldReader::counted_bytes(Field, std::string& value) {
    const std::int32_t size = mark().i32(order_);
    if (in_.expect_at(size >= 0, at_, "a length", static_cast<std::uint32_t>(size)))
        value = in_.text(static_cast<std::size_t>(size));
}

void FieldReader::fixed(Field, FixedText& value, std::size_t size) {
    const std::string_view all = mark().text(size);
    if (!in_.ok()) return;
    const std::size_t end = all.find('\0');
    if (!in_.expect_at(end != std::string_view::npos, at_, "a text that ends within its field", size)) return;
    value.text = all.substr(0, end);
    const ByteView padding = as_bytes(all.substr(end + 1));
    value.padding = all_zero(padding) ? Bytes{} : Bytes(padding.begin(), padding.end());
}

void FieldReader::raw(Field, Bytes& value, std::size_t size) {
    const ByteView view = mark().bytes(size);
    value.assign(view.begin(), view.end());
}

void FieldReader::magic(std::string_view bytes) {
    const std::string_view found = mark().text(bytes.size());
    if (in_.ok() && found != bytes)
        in_.fail_at(at_, fmt::format("\"{}\"", bytes),
                    fmt::format("{:02x}", fmt::join(as_bytes(found), " ")));
}

void FieldReader::tail(Bytes& value) {
    const ByteView view = mark().bytes(in_.remaining());
    value.assign(view.begin(), view.end());
    usual(value.empty(), "nothing after the last field");
}

bool FieldReader::goes_on(Field, bool& value) {
    value = !in_.at_end();
    return value;
}

bool FieldReader::require(bool good, const char* expected, std::uint64_t found) {
    return in_.expect_at(good, at_, expected, found);
}

void FieldReader::usual(bool good, const char* expected) {
    if (good || notes_ == nullptr || !in_.ok() || notes_->size() >= most_notes) return;
    notes_->push_back({at_, expected});
}

std::size_t FieldReader::begin_counted(Field field, std::size_t, std::size_t least) {
    const std::uint32_t count = mark().u32(order_);
    return begin_run(field, count, least);
}

std::size_t FieldReader::begin_run(Field field, std::size_t count, std::size_t least) {
    if (!in_.ok()) return 0;
    if (least != 0 && count > in_.remaining() / least) {
        in_.fail_at(at_,
                    fmt::format("at most {} {}, as the file is long", in_.remaining() / least, field.name),
                    fmt::format("{}", count));
        return 0;
    }
    return count;
}

std::size_t FieldReader::begin_rest(Field, std::size_t, std::size_t item) {
    return in_.ok() ? in_.remaining() / item : 0;
}

void FieldWriter::floats(Field, std::span<float> values, const char*) {
    mark();
    for (const float value : values) {
        require(std::isfinite(value), "a finite number", 0);
        out_.f32(value, order_);
    }
}

void FieldWriter::ints(Field, std::span<std::int32_t> values) {
    mark();
    for (const std::int32_t value : values) out_.i32(value, order_);
}

void FieldWriter::octets(Field, std::span<std::uint8_t> values) { mark().bytes(values); }

void FieldWriter::text(Field, std::string& value) {
    mark().u32(static_cast<std::uint32_t>(value.size() + 1), order_);
    out_.text(value);
    out_.u8(0);
}

void FieldWriter::counted_bytes(Field, std::string& value) {
    mark().u32(static_cast<std::uint32_t>(value.size()), order_);
    out_.text(value);
}

void FieldWriter::fixed(Field, FixedText& value, std::size_t size) {
    mark();
    if (!require(value.text.size() < size && value.text.find('\0') == std::string::npos,
                 "a text that ends within its field", value.text.size()))
        return;
    const std::size_t room = size - value.text.size() - 1;
    if (!require(value.padding.empty() || value.padding.size() == room,
                 "padding that fills the field of its text", value.padding.size()))
        return;
    out_.text(value.text);
    out_.u8(0);
    if (value.padding.empty())
        out_.fill(room);
    else
        out_.bytes(value.padding);
}

void FieldWriter::raw(Field, Bytes& value, std::size_t size) {
    mark();
    require(value.size() == size, "bytes that fill their field", value.size());
    out_.bytes(value);
}

bool FieldWriter::require(bool good, const char* expected, std::uint64_t found) {
    if (good || failed_) return good;
    failed_ = true;
    error_ = Error{.kind = ErrorKind::bad_data,
                   .file = what_,
                   .offset = at_,
                   .expected = expected,
                   .found = fmt::format("{}", found),
                   .cure = {}};
    return false;
}

std::size_t FieldWriter::begin_counted(Field, std::size_t size, std::size_t) {
    mark().u32(static_cast<std::uint32_t>(size), order_);
    return size;
}

Expected<Bytes> FieldWriter::take() {
    if (failed_) return tl::unexpected(error_);
    return out_.take();
}

std::string normal_name(std::string_view name) {
    std::string result(name);
    for (char& c : result) {
        if (c == '\\') c = '/';
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    return result;
}

} // namespace rekindle::emi
