#pragma once
// Binary patches (name.patchr): how a file of an older release becomes a newer one (emi-formats §18). They
// work on the stored, perhaps compressed bytes; GameFiles applies them.

#include "emi/data/fields.h"

namespace rekindle::emi {

namespace patch_flag {
inline constexpr std::uint32_t additions_inside = 1; // the difference stream
inline constexpr std::uint32_t control_packed = 2;   // gzip or zlib like the other two
} // namespace patch_flag

// The streams are kept as stored, so that a patch is written as it was read.
struct Patch {
    std::uint16_t major = 2, minor = 0;
    std::uint32_t flags = 0;            // bits of patch_flag
    std::array<std::uint8_t, 16> md5{}; // of the first 5000 bytes of the target
    std::uint32_t target_size = 0, new_size = 0;
    Bytes control, differences, additions;
    Bytes tail;
    bool operator==(const Patch&) const = default;
};

void describe(Fields& fields, Patch& patch);
Expected<Patch> read_patch(ByteView bytes, std::string_view file, Notes* notes = nullptr);
Expected<Bytes> write_patch(const Patch& patch);

// Whether it is made for these bytes.
bool fits(const Patch& patch, ByteView target);
// `file`: the patch's, for errors. The target must fit.
Expected<Bytes> apply_patch(const Patch& patch, ByteView target, std::string_view file);
// Not the smallest one: everything is one step.
Patch make_patch(ByteView target, ByteView wanted);

} // namespace rekindle::emi
