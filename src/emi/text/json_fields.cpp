#include "emi/text/json_fields.h"

#include <optional>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/code_page.h"

namespace rekindle::emi {
namespace {

// Floats as f32: their shortest text gives the same bits again.
using Json = nlohmann::basic_json<nlohmann::ordered_map, std::vector, std::string, bool, std::int64_t,
                                  std::uint64_t, float>;

std::string hex(ByteView bytes) { return fmt::format("{:02x}", fmt::join(bytes, "")); }

std::optional<Bytes> from_hex(std::string_view text) {
    const auto digit = [](char c) {
        return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
    };
    if (text.size() % 2 != 0) return std::nullopt;
    Bytes bytes;
    for (std::size_t i = 0; i < text.size(); i += 2) {
        const int high = digit(text[i]), low = digit(text[i + 1]);
        if (high < 0 || low < 0) return std::nullopt;
        bytes.push_back(static_cast<Byte>(high * 16 + low));
    }
    return bytes;
}

bool all_zero(ByteView bytes) {
    return std::all_of(bytes.begin(), bytes.end(), [](Byte byte) { return byte == 0; });
}

void pretty(const Json& value, std::size_t indent, std::string& out) {
    const bool inline_array =
        value.is_array() &&
        std::none_of(value.begin(), value.end(), [](const Json& item) { return item.is_structured(); });
    if (!value.is_structured() || value.empty() || inline_array) {
        if (!inline_array || value.empty()) {
            out += value.dump(-1, ' ', false, Json::error_handler_t::replace);
            return;
        }
        const char* before = "[";
        for (const Json& item : value) {
            out += before + item.dump(-1, ' ', false, Json::error_handler_t::replace);
            before = ", ";
        }
        out += ']';
        return;
    }
    out += value.is_object() ? "{" : "[";
    const std::string margin(indent + 1, ' ');
    const char* before = "\n";
    for (auto item = value.begin(); item != value.end(); ++item) {
        out += before + margin;
        if (value.is_object()) out += Json(item.key()).dump() + ": ";
        pretty(*item, indent + 1, out);
        before = ",\n";
    }
    out += "\n" + std::string(indent, ' ') + (value.is_object() ? "}" : "]");
}

} // namespace

struct JsonWriter::Impl final : Fields {
    Json root = Json::object();
    std::vector<Json*> levels{&root};

    Json& member(Field field) { return *field.name != 0 ? (*levels.back())[field.name] : *levels.back(); }

    bool filling() const override { return false; }
    bool ok() const override { return true; }
    void u8(Field f, std::uint8_t& v) override { member(f) = v; }
    void i8(Field f, std::int8_t& v) override { member(f) = v; }
    void u16(Field f, std::uint16_t& v) override { member(f) = v; }
    void i16(Field f, std::int16_t& v) override { member(f) = v; }
    void u32(Field f, std::uint32_t& v) override { member(f) = v; }
    void i32(Field f, std::int32_t& v) override { member(f) = v; }
    void f32(Field f, float& v) override { member(f) = v; }
    void floats(Field f, std::span<float> v, const char*) override { numbers(f, v); }
    void ints(Field f, std::span<std::int32_t> v) override { numbers(f, v); }
    void octets(Field f, std::span<std::uint8_t> v) override { numbers(f, v); }
    template <typename T>
    void numbers(Field f, std::span<T> values) {
        Json list = Json::array();
        for (const T value : values) list.push_back(value);
        member(f) = std::move(list);
    }
    void text(Field f, std::string& v) override { member(f) = to_utf8(v); }
    void counted_bytes(Field f, std::string& v) override { member(f) = to_utf8(v); }
    void fixed(Field f, FixedText& v, std::size_t) override {
        if (v.padding.empty())
            member(f) = to_utf8(v.text);
        else
            member(f) = Json{{"text", to_utf8(v.text)}, {"padding", hex(v.padding)}};
    }
    void raw(Field f, Bytes& v, std::size_t) override {
        if (!all_zero(v)) member(f) = hex(v);
    }
    void blob(Field, Bytes&, std::size_t) override {}
    void magic(std::string_view) override {}
    void to_the_end(Field f, Bytes& v) override {
        if (!v.empty()) member(f) = hex(v);
    }
    void tail(Bytes& v) override {
        if (!v.empty()) member({"tail"}) = hex(v);
    }
    void variant(Field f, bool& v) override {
        if (v) member(f) = true;
    }
    bool goes_on(Field f, bool& v) override {
        if (!v) member(f) = false;
        return v;
    }
    bool require(bool good, const char*, std::uint64_t) override { return good; }
    void usual(bool, const char*) override {}

    std::size_t list_of(Field f, std::size_t size) {
        Json& list = member(f);
        list = Json::array();
        levels.push_back(&list);
        return size;
    }
    std::size_t begin_counted(Field f, std::size_t size, std::size_t) override { return list_of(f, size); }
    std::size_t begin_run(Field f, std::size_t count, std::size_t) override { return list_of(f, count); }
    std::size_t begin_rest(Field f, std::size_t size, std::size_t) override { return list_of(f, size); }
    void begin_item() override {
        Json& list = *levels.back();
        list.push_back(nullptr);
        levels.push_back(&list.back());
    }
    void end_item() override { levels.pop_back(); }
    void end_list() override { levels.pop_back(); }
};

JsonWriter::JsonWriter() : impl_(std::make_unique<Impl>()) {}
JsonWriter::~JsonWriter() = default;
Fields& JsonWriter::fields() { return *impl_; }
void JsonWriter::set(const char* name, std::string_view value) { impl_->root[name] = value; }
std::string JsonWriter::take() {
    std::string text;
    pretty(impl_->root, 0, text);
    return text + "\n";
}

struct JsonReader::Impl final : Fields {
    struct Level {
        const Json* node;
        std::string name;
        std::size_t next = 0;
        std::vector<std::string> used;
    };
    Json root;
    std::string file;
    std::vector<Level> levels;
    std::optional<Error> error;

    Impl(std::string_view text, std::string_view name) : root(Json::parse(text, nullptr, false)), file(name) {
        levels.push_back({&root, "", 0, {}});
        if (!root.is_object())
            fail("a JSON object", root.is_discarded() ? "text that isn't JSON" : "something else");
    }

    void fail(std::string expected, std::string found, std::string_view name = "") {
        if (error) return;
        std::string place;
        for (const Level& level : levels) {
            if (!place.empty() && !level.name.starts_with('[') && !level.name.empty()) place += '.';
            place += level.name;
        }
        if (!name.empty()) place += (place.empty() ? "" : ".") + std::string(name);
        error = Error{.kind = ErrorKind::usage,
                      .file = place.empty() ? file : file + ": " + place,
                      .expected = std::move(expected),
                      .found = std::move(found),
                      .cure = {}};
    }
    // Null: there is no such member, which is an error only if `needed`.
    const Json* member(const char* name, bool needed) {
        if (error) return nullptr;
        Level& level = levels.back();
        if (*name == 0) return level.node;
        if (level.node->is_object()) {
            level.used.emplace_back(name);
            const auto found = level.node->find(name);
            if (found != level.node->end()) return &*found;
        }
        if (needed) fail("this member", "none", name);
        return nullptr;
    }
    template <typename T>
    void number_from(const Json* node, T& value, const char* name) {
        if (node == nullptr) return;
        if constexpr (std::is_floating_point_v<T>) {
            if (!node->is_number()) return fail("a number", node->type_name(), name);
            value = node->get<T>();
            if (!std::isfinite(value)) fail("a finite number", "another", name);
        } else {
            if (!node->is_number_integer()) return fail("a whole number", node->type_name(), name);
            const std::int64_t wide = node->get<std::int64_t>();
            value = static_cast<T>(wide);
            if (static_cast<std::int64_t>(value) != wide)
                fail("a number that the field can hold", fmt::format("{}", wide), name);
        }
    }
    template <typename T>
    void number(Field f, T& value) {
        number_from(member(f.name, true), value, f.name);
    }
    template <typename T>
    void numbers(Field f, std::span<T> values) {
        const Json* node = member(f.name, true);
        if (node == nullptr) return;
        if (!node->is_array() || node->size() != values.size())
            return fail(fmt::format("{} numbers", values.size()), node->type_name(), f.name);
        for (std::size_t i = 0; i < values.size(); ++i) number_from(&(*node)[i], values[i], f.name);
    }
    void string_from(const Json* node, std::string& value, const char* name) {
        if (node == nullptr) return;
        if (!node->is_string()) return fail("a text", node->type_name(), name);
        auto bytes = from_utf8(node->get_ref<const std::string&>(), file);
        if (!bytes) return fail(bytes.error().expected, bytes.error().found, name);
        value = *std::move(bytes);
    }
    void hex_from(const Json* node, Bytes& value, const char* name) {
        if (node == nullptr) return;
        auto bytes = node->is_string() ? from_hex(node->get_ref<const std::string&>()) : std::nullopt;
        if (!bytes) return fail("hexadecimal bytes", node->type_name(), name);
        value = *std::move(bytes);
    }

    bool filling() const override { return true; }
    bool ok() const override { return !error; }
    void u8(Field f, std::uint8_t& v) override { number(f, v); }
    void i8(Field f, std::int8_t& v) override { number(f, v); }
    void u16(Field f, std::uint16_t& v) override { number(f, v); }
    void i16(Field f, std::int16_t& v) override { number(f, v); }
    void u32(Field f, std::uint32_t& v) override { number(f, v); }
    void i32(Field f, std::int32_t& v) override { number(f, v); }
    void f32(Field f, float& v) override { number(f, v); }
    void floats(Field f, std::span<float> v, const char*) override { numbers(f, v); }
    void ints(Field f, std::span<std::int32_t> v) override { numbers(f, v); }
    void octets(Field f, std::span<std::uint8_t> v) override { numbers(f, v); }
    void text(Field f, std::string& v) override { string_from(member(f.name, true), v, f.name); }
    void counted_bytes(Field f, std::string& v) override { string_from(member(f.name, true), v, f.name); }
    void fixed(Field f, FixedText& v, std::size_t size) override {
        const Json* node = member(f.name, true);
        if (node == nullptr) return;
        if (node->is_object() && node->size() == 2 && node->contains("text") && node->contains("padding")) {
            string_from(&(*node)["text"], v.text, f.name);
            hex_from(&(*node)["padding"], v.padding, f.name);
        } else {
            string_from(node, v.text, f.name);
        }
        if (v.text.size() >= size || v.text.find('\0') != std::string::npos)
            fail(fmt::format("at most {} characters", size - 1), fmt::format("{}", v.text.size()), f.name);
        if (!v.padding.empty() && v.padding.size() != size - 1 - v.text.size())
            fail("padding that fills the field", fmt::format("{} bytes", v.padding.size()), f.name);
    }
    void raw(Field f, Bytes& v, std::size_t size) override {
        v.assign(size, 0);
        hex_from(member(f.name, false), v, f.name);
        if (v.size() != size) fail(fmt::format("{} bytes", size), fmt::format("{}", v.size()), f.name);
    }
    // Filled from a picture later.
    void blob(Field, Bytes& v, std::size_t size) override {
        if (size > largest_blob) return fail("pixels of a picture", fmt::format("{} bytes", size));
        if (ok()) v.assign(size, 0);
    }
    void magic(std::string_view) override {}
    void to_the_end(Field f, Bytes& v) override { hex_from(member(f.name, false), v, f.name); }
    void tail(Bytes& v) override { hex_from(member("tail", false), v, "tail"); }
    void variant(Field f, bool& v) override {
        const Json* node = member(f.name, false);
        if (node != nullptr && !node->is_boolean()) fail("true or false", node->type_name(), f.name);
        v = node != nullptr && node->is_boolean() && node->get<bool>();
    }
    bool goes_on(Field f, bool& v) override {
        const Json* node = member(f.name, false);
        v = true;
        if (node != nullptr && !node->is_boolean())
            fail("true or false", node->type_name(), f.name);
        else if (node != nullptr)
            v = node->get<bool>();
        return v && ok();
    }
    bool require(bool good, const char* expected, std::uint64_t found) override {
        if (!good) fail(expected, fmt::format("{}", found));
        return good;
    }
    void usual(bool, const char*) override {}

    std::size_t list_of(Field f, std::optional<std::size_t> count) {
        static const Json none = Json::array();
        const Json* node = member(f.name, true);
        if (node != nullptr && !node->is_array()) fail("a list", node->type_name(), f.name);
        if (node != nullptr && count && node->is_array() && node->size() != *count)
            fail(fmt::format("{} items", *count), fmt::format("{}", node->size()), f.name);
        levels.push_back({error ? &none : node, f.name, 0, {}});
        return levels.back().node->size();
    }
    std::size_t begin_counted(Field f, std::size_t, std::size_t) override { return list_of(f, std::nullopt); }
    std::size_t begin_run(Field f, std::size_t count, std::size_t) override { return list_of(f, count); }
    std::size_t begin_rest(Field f, std::size_t, std::size_t) override { return list_of(f, std::nullopt); }
    void begin_item() override {
        Level& list = levels.back();
        const std::size_t index = list.next++;
        levels.push_back({&(*list.node)[index], fmt::format("[{}]", index), 0, {}});
    }
    void end_item() override {
        check_all_used();
        levels.pop_back();
    }
    void end_list() override { levels.pop_back(); }
    void check_all_used() {
        if (error || !levels.back().node->is_object()) return;
        for (const auto& [name, value] : levels.back().node->items())
            if (std::find(levels.back().used.begin(), levels.back().used.end(), name) ==
                levels.back().used.end())
                fail("no member that the format doesn't have", name);
    }

    static constexpr std::size_t largest_blob = std::size_t{64} << 20;
};

JsonReader::JsonReader(std::string_view text, std::string_view file)
    : impl_(std::make_unique<Impl>(text, file)) {}
JsonReader::~JsonReader() = default;
Fields& JsonReader::fields() { return *impl_; }

std::string JsonReader::get(const char* name) {
    const Json* node = impl_->member(name, false);
    return node != nullptr && node->is_string() ? node->get<std::string>() : std::string();
}

Expected<void> JsonReader::finish() {
    impl_->check_all_used();
    if (impl_->error) return tl::unexpected(*impl_->error);
    return {};
}

} // namespace rekindle::emi
