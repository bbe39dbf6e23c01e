#pragma once
// The offset table of a format for its page in docs/formats, made from the same description that reads and
// writes it. Called by the test that keeps pages and code equal.

#include "emi/data/fields.h"

namespace rekindle::emi {

// Collects rows instead of values.
class FieldTable final : public Fields {
  public:
    std::string markdown() const; // numbers that are big endian are marked BE

    bool filling() const override { return true; }
    bool ok() const override { return true; }
    void u8(Field field, std::uint8_t&) override { row(field, "u8", 1); }
    void i8(Field field, std::int8_t&) override { row(field, "i8", 1); }
    void u16(Field field, std::uint16_t&) override { row(field, number("u16"), 2); }
    void i16(Field field, std::int16_t&) override { row(field, number("i16"), 2); }
    void u32(Field field, std::uint32_t&) override { row(field, number("u32"), 4); }
    void i32(Field field, std::int32_t&) override { row(field, number("i32"), 4); }
    void f32(Field field, float&) override { row(field, number("f32"), 4); }
    void floats(Field field, std::span<float> values, const char* type) override {
        row(field, type, 4 * values.size());
    }
    void ints(Field field, std::span<std::int32_t> values) override;
    void octets(Field field, std::span<std::uint8_t> values) override;
    void text(Field field, std::string&) override { row(field, "text", 0); }
    void counted_bytes(Field field, std::string&) override { row(field, "i32 n, n bytes", 0); }
    void fixed(Field field, FixedText&, std::size_t size) override;
    void raw(Field field, Bytes&, std::size_t size) override;
    void blob(Field field, Bytes&, std::size_t) override { row(field, "bytes", 0); }
    void magic(std::string_view bytes) override;
    void to_the_end(Field field, Bytes&) override { row(field, "bytes to the end", 0); }
    void tail(Bytes&) override { row({"tail", "anything up to the end of the file"}, "bytes", 0); }
    bool goes_on(Field, bool& value) override;
    bool require(bool, const char* expected, std::uint64_t) override;
    void usual(bool, const char* expected) override;

  protected:
    std::size_t begin_counted(Field field, std::size_t, std::size_t) override {
        return begin(field, "u32 n, n items");
    }
    std::size_t begin_run(Field field, std::size_t, std::size_t) override { return begin(field, "items"); }
    std::size_t begin_rest(Field field, std::size_t, std::size_t) override {
        return begin(field, "items to the end");
    }
    void begin_item() override {}
    void end_item() override {}
    void end_list() override;
    bool begin_when(bool, const char* said) override;
    void end_when() override { conditions_.pop_back(); }

  private:
    std::string number(const char* type) const {
        return order_ == Endian::big ? std::string(type) + " BE" : type;
    }
    // Size 0: not the same in every file, so that later offsets aren't known.
    void row(Field field, const std::string& type, std::size_t size);
    std::size_t begin(Field field, const std::string& type);
    struct List {
        std::string name;
        std::size_t offset = 0;
        bool known = true;
    };
    std::vector<List> lists_{{}};
    std::vector<std::string> conditions_;
    std::string rows_;
    std::vector<std::string> refused_, noted_;
};

template <typename T>
std::string field_table() {
    FieldTable table;
    T value;
    describe(table, value);
    return table.markdown();
}

} // namespace rekindle::emi
