#pragma once
// One description of a format's fields serves five readers of it: the bytes in, the bytes out, JSON both ways
// (emi/text) and the offset tables of docs/formats (field_table.h). Every format here is a plain struct with
// `void describe(Fields&, T&)`, read_x() and write_x(). Little endian unless said (emi-formats §0).

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"

namespace rekindle::emi {

struct Vec3 {
    float x = 0, y = 0, z = 0;
    bool operator==(const Vec3&) const = default;
};
// Stored in this order (§0).
struct Quat {
    float x = 0, y = 0, z = 0, w = 1;
    bool operator==(const Quat&) const = default;
};

// Text in a field of fixed size: up to the first NUL, then `padding` as it was (empty: all zero).
struct FixedText {
    std::string text;
    Bytes padding;
    bool operator==(const FixedText&) const = default;
};

// Something unusual that was accepted (§0 "Warn").
struct Note {
    std::size_t offset = 0;
    std::string text;
};
using Notes = std::vector<Note>;

// Name of a field in JSON and in tables, and what the page says about it. An empty name: the list item
// itself.
struct Field {
    const char* name;
    const char* about = "";
};

class Fields {
  public:
    // Of the numbers that follow; little endian at first.
    void byte_order(Endian order) { order_ = order; }

    // True where values flow into the struct; then numbers are checked by require().
    virtual bool filling() const = 0;
    virtual bool ok() const = 0;

    virtual void u8(Field field, std::uint8_t& value) = 0;
    virtual void i8(Field field, std::int8_t& value) = 0;
    virtual void u16(Field field, std::uint16_t& value) = 0;
    virtual void i16(Field field, std::int16_t& value) = 0;
    virtual void u32(Field field, std::uint32_t& value) = 0;
    virtual void i32(Field field, std::int32_t& value) = 0;
    virtual void f32(Field field, float& value) = 0;
    // Short fixed arrays; `type` is what the table says ("vec3").
    virtual void floats(Field field, std::span<float> values, const char* type) = 0;
    virtual void ints(Field field, std::span<std::int32_t> values) = 0;
    virtual void octets(Field field, std::span<std::uint8_t> values) = 0;
    // u32 length counting the final NUL, then the bytes (§0 `lstr`).
    virtual void text(Field field, std::string& value) = 0;
    // i32 length without any NUL rule: zero is an empty text (§8 shadows).
    virtual void counted_bytes(Field field, std::string& value) = 0;
    virtual void fixed(Field field, FixedText& value, std::size_t size) = 0;
    virtual void raw(Field field, Bytes& value, std::size_t size) = 0;
    // Pixels or sound: bytes that text forms keep in a file of their own.
    virtual void blob(Field field, Bytes& value, std::size_t size) { raw(field, value, size); }
    virtual void magic(std::string_view bytes) = 0;
    // The last field, up to the end of the file.
    virtual void to_the_end(Field field, Bytes& value) = 0;
    // What stands behind the last field; kept for the byte round trip.
    virtual void tail(Bytes& value) = 0;
    // How the fields are stored, where the bytes don't say it: only text forms hold it.
    virtual void variant(Field, bool&) {}
    // False: the file ends here and the fields that follow are absent.
    virtual bool goes_on(Field field, bool& value) = 0;

    // The reader refuses a file, the writer a value, for which this doesn't hold.
    virtual bool require(bool good, const char* expected, std::uint64_t found) = 0;
    // Accepted, but worth a note.
    virtual void usual(bool good, const char* expected) = 0;

    void vec3(Field field, Vec3& value) {
        std::array<float, 3> all{value.x, value.y, value.z};
        floats(field, all, "vec3");
        if (filling()) value = {all[0], all[1], all[2]};
    }
    void quat(Field field, Quat& value) {
        std::array<float, 4> all{value.x, value.y, value.z, value.w};
        floats(field, all, "quat");
        if (filling()) value = {all[0], all[1], all[2], all[3]};
    }

    // A u32 count and that many items of at least `least` bytes each.
    template <typename T, typename Each>
    void list(Field field, std::vector<T>& items, std::size_t least, Each&& each) {
        items_of(begin_counted(field, items.size(), least), items, each);
    }
    // `count` items whose number is known from another field.
    template <typename T, typename Each>
    void run(Field field, std::vector<T>& items, std::size_t count, std::size_t least, Each&& each) {
        if (!filling()) require(items.size() == count, "lists of equal length", items.size());
        items_of(begin_run(field, count, least), items, each);
    }
    // More fields of items that are there already, `least` bytes each.
    template <typename T, typename Each>
    void more_of(Field field, std::vector<T>& items, std::size_t least, Each&& each) {
        visit(begin_run(field, items.size(), least), std::span<T>(items), each);
    }
    // Items up to the end of the file, `size` bytes each.
    template <typename T, typename Each>
    void rest(Field field, std::vector<T>& items, std::size_t size, Each&& each) {
        items_of(begin_rest(field, items.size(), size), items, each);
    }
    // A fixed number of items.
    template <typename T, std::size_t n, typename Each>
    void array(Field field, std::array<T, n>& items, std::size_t least, Each&& each) {
        visit(begin_run(field, n, least), std::span<T>(items), each);
    }
    // Fields that exist only under a condition.
    template <typename Inner>
    void when(bool condition, const char* said, Inner&& inner) {
        if (!begin_when(condition, said)) return;
        inner();
        end_when();
    }

  protected:
    ~Fields() = default;
    Endian order_ = Endian::little;
    virtual std::size_t begin_counted(Field field, std::size_t size, std::size_t least) = 0;
    virtual std::size_t begin_run(Field field, std::size_t count, std::size_t least) = 0;
    virtual std::size_t begin_rest(Field field, std::size_t size, std::size_t item) = 0;
    virtual void begin_item() = 0;
    virtual void end_item() = 0;
    virtual void end_list() = 0;
    virtual bool begin_when(bool condition, const char*) { return condition; }
    virtual void end_when() {}

  private:
    template <typename T, typename Each>
    void visit(std::size_t count, std::span<T> items, Each& each) {
        for (std::size_t i = 0; i < std::min(count, items.size()) && ok(); ++i) {
            begin_item();
            each(items[i]);
            end_item();
        }
        end_list();
    }
    template <typename T, typename Each>
    void items_of(std::size_t count, std::vector<T>& items, Each& each) {
        if (filling()) items.clear();
        for (std::size_t i = 0; i < count && ok(); ++i) {
            if (filling()) items.emplace_back(); // one at a time: a wrong count can't reserve anything
            begin_item();
            each(items[i]);
            end_item();
        }
        end_list();
    }
};

// Bytes → struct.
class FieldReader final : public Fields {
  public:
    FieldReader(ByteView bytes, std::string_view file, Notes* notes) : in_(bytes, file), notes_(notes) {}
    Reader& in() { return in_; }

    bool filling() const override { return true; }
    bool ok() const override { return in_.ok(); }
    void u8(Field, std::uint8_t& value) override { value = mark().u8(); }
    void i8(Field, std::int8_t& value) override { value = mark().i8(); }
    void u16(Field, std::uint16_t& value) override { value = mark().u16(order_); }
    void i16(Field, std::int16_t& value) override { value = mark().i16(order_); }
    void u32(Field, std::uint32_t& value) override { value = mark().u32(order_); }
    void i32(Field, std::int32_t& value) override { value = mark().i32(order_); }
    void f32(Field field, float& value) override { floats(field, {&value, 1}, ""); }
    void floats(Field, std::span<float> values, const char*) override;
    void ints(Field, std::span<std::int32_t> values) override;
    void octets(Field, std::span<std::uint8_t> values) override;
    void text(Field, std::string& value) override;
    void counted_bytes(Field, std::string& value) override;
    void fixed(Field, FixedText& value, std::size_t size) override;
    void raw(Field, Bytes& value, std::size_t size) override;
    void magic(std::string_view bytes) override;
    void to_the_end(Field field, Bytes& value) override { raw(field, value, in_.remaining()); }
    void tail(Bytes& value) override;
    bool goes_on(Field, bool& value) override;
    bool require(bool good, const char* expected, std::uint64_t found) override;
    void usual(bool good, const char* expected) override;

  protected:
    std::size_t begin_counted(Field, std::size_t, std::size_t least) override;
    std::size_t begin_run(Field, std::size_t count, std::size_t least) override;
    std::size_t begin_rest(Field, std::size_t, std::size_t item) override;
    void begin_item() override {}
    void end_item() override {}
    void end_list() override {}

  private:
    Reader& mark() {
        at_ = in_.offset();
        return in_;
    }
    Reader in_;
    Notes* notes_;
    std::size_t at_ = 0; // where the latest field began
};

// Struct → bytes. Refuses what the reader would refuse.
class FieldWriter final : public Fields {
  public:
    explicit FieldWriter(std::string_view what) : what_(what) {}
    Expected<Bytes> take();

    bool filling() const override { return false; }
    bool ok() const override { return !failed_; }
    void u8(Field, std::uint8_t& value) override { mark().u8(value); }
    void i8(Field, std::int8_t& value) override { mark().i8(value); }
    void u16(Field, std::uint16_t& value) override { mark().u16(value, order_); }
    void i16(Field, std::int16_t& value) override { mark().i16(value, order_); }
    void u32(Field, std::uint32_t& value) override { mark().u32(value, order_); }
    void i32(Field, std::int32_t& value) override { mark().i32(value, order_); }
    void f32(Field field, float& value) override { floats(field, {&value, 1}, ""); }
    void floats(Field, std::span<float> values, const char*) override;
    void ints(Field, std::span<std::int32_t> values) override;
    void octets(Field, std::span<std::uint8_t> values) override;
    void text(Field, std::string& value) override;
    void counted_bytes(Field, std::string& value) override;
    void fixed(Field field, FixedText& value, std::size_t size) override;
    void raw(Field, Bytes& value, std::size_t size) override;
    void magic(std::string_view bytes) override { out_.text(bytes); }
    void to_the_end(Field, Bytes& value) override { out_.bytes(value); }
    void tail(Bytes& value) override { out_.bytes(value); }
    bool goes_on(Field, bool& value) override { return value; }
    bool require(bool good, const char* expected, std::uint64_t found) override;
    void usual(bool, const char*) override {}

  protected:
    std::size_t begin_counted(Field, std::size_t size, std::size_t) override;
    std::size_t begin_run(Field, std::size_t count, std::size_t) override { return count; }
    std::size_t begin_rest(Field, std::size_t size, std::size_t) override { return size; }
    void begin_item() override {}
    void end_item() override {}
    void end_list() override {}

  private:
    Writer& mark() {
        at_ = out_.size();
        return out_;
    }
    std::string what_;
    Writer out_;
    std::size_t at_ = 0;
    bool failed_ = false;
    Error error_;
};

// Runs a describe() over a value that it only looks at.
template <typename T>
void look_at(Fields& fields, const T& value) {
    describe(fields, const_cast<T&>(value)); // NOLINT: a visitor that isn't filling() changes nothing
}

template <typename T>
Expected<T> read_fields(ByteView bytes, std::string_view file, Notes* notes) {
    FieldReader reader(bytes, file, notes);
    T value;
    describe(reader, value);
    if (!reader.ok()) return reader.in().unexpected();
    return value;
}

template <typename T>
Expected<Bytes> write_fields(const T& value, std::string_view what) {
    FieldWriter writer(what);
    look_at(writer, value);
    return writer.take();
}

// ASCII lower case and '\' as '/': how names of files are compared (§1.2).
std::string normal_name(std::string_view name);

} // namespace rekindle::emi
