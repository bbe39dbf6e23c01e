#pragma once
// A script value: eight bytes, objects by index and never by pointer, so that copying a state copies its
// values. spec/emi-formats.md §3.3.

#include <bit>
#include <cstdint>

namespace rekindle::lua {

enum class Kind : std::uint32_t {
    nil = 0,
    number,
    string,        // bits: index into State::strings; equal texts have one index
    table,         // bits: index into State::tables
    function,      // bits: index into State::protos; a script function without upvalues
    closure,       // bits: index into State::closures
    native,        // bits: index of a function the host registered
    task,          // bits: task number
    userdata = 16, // from here on: user data, the tag is folded into the kind
};

// Tags as scripts see them (§3.3).
inline constexpr std::int32_t tag_userdata = 0, tag_number = -1, tag_string = -2, tag_table = -3,
                              tag_function = -4, tag_native = -5, tag_task = -6, tag_nil = -7,
                              first_own_tag = -8;

struct Value {
    Kind kind = Kind::nil;
    std::uint32_t bits = 0;

    static constexpr Value of(float number) { return {Kind::number, std::bit_cast<std::uint32_t>(number)}; }
    static constexpr Value object(Kind kind, std::uint32_t index) { return {kind, index}; }
    // User data is a pair (id, tag). Tag 0 and the engine's are not negative, own tags are -8 and below.
    static constexpr Value userdata(std::uint32_t id, std::int32_t tag) {
        const auto t = static_cast<std::uint32_t>(tag);
        return {static_cast<Kind>(tag >= 0 ? t | 0x8000'0000u : 8u - t), id};
    }
    // What comparisons and `not` yield.
    static constexpr Value truth(bool yes) { return yes ? of(1.0F) : Value{}; }

    constexpr float number() const { return std::bit_cast<float>(bits); }
    constexpr bool is_nil() const { return kind == Kind::nil; }
    constexpr bool is_true() const { return kind != Kind::nil; }
    constexpr bool is_number() const { return kind == Kind::number; }
    constexpr bool is_string() const { return kind == Kind::string; }
    constexpr bool is_table() const { return kind == Kind::table; }
    constexpr bool is_userdata() const { return kind >= Kind::userdata; }
    constexpr bool is_callable() const { return is_script_function() || kind == Kind::native; }
    constexpr bool is_script_function() const { return kind == Kind::function || kind == Kind::closure; }
    constexpr std::int32_t userdata_tag() const {
        const auto k = static_cast<std::uint32_t>(kind);
        return static_cast<std::int32_t>(k >= 0x8000'0000u ? k & 0x7FFF'FFFFu : 8u - k);
    }
    // Same bits, which is what a table key is compared by.
    constexpr bool same(const Value& other) const { return kind == other.kind && bits == other.bits; }
};
static_assert(sizeof(Value) == 8);

// The == of scripts: numbers by value, everything else by identity.
constexpr bool raw_equal(Value a, Value b) {
    if (a.kind != b.kind) return false;
    return a.kind == Kind::number ? a.number() == b.number() : a.bits == b.bits;
}

} // namespace rekindle::lua
