#include "emi/data/patch.h"

#include <fmt/format.h>

#include "base/deflate.h"
#include "base/hash.h"

namespace rekindle::emi {
namespace {

constexpr std::size_t summed_bytes = 5000;
constexpr std::size_t largest_file = 256u << 20, largest_control = 16u << 20;

std::array<std::uint8_t, 16> sum_of(ByteView target) {
    return md5(target.first(std::min(target.size(), summed_bytes)));
}

Expected<Bytes> unpacked(const Bytes& stream, std::string_view file, std::size_t limit) {
    if (stream.empty()) return Bytes{};
    return inflate(stream, file, limit);
}

struct Step {
    std::uint32_t differences = 0, additions = 0;
    std::int32_t move = 0;
};

// Copies one step; false: something lies outside of its stream.
class Patcher {
  public:
    Patcher(ByteView target, ByteView differences, ByteView additions, bool inside, std::size_t size)
        : target_(target), differences_(differences), additions_(additions), inside_(inside), size_(size) {}

    bool step(const Step& step) {
        if (at_ < 0 || std::uint64_t(at_) + step.differences > target_.size()) return false;
        if (out_.size() + std::uint64_t{step.differences} + step.additions > size_) return false;
        if (step.differences > differences_.size()) return false;
        for (std::size_t i = 0; i < step.differences; ++i)
            out_.push_back(static_cast<Byte>(target_[static_cast<std::size_t>(at_) + i] ^ differences_[i]));
        differences_ = differences_.subspan(step.differences);
        ByteView& source = inside_ ? differences_ : additions_;
        if (step.additions > source.size()) return false;
        const ByteView added = source.first(step.additions);
        out_.insert(out_.end(), added.begin(), added.end());
        source = source.subspan(step.additions);
        at_ += std::int64_t{step.differences} + step.move;
        return true;
    }
    Bytes& made() { return out_; }

  private:
    ByteView target_, differences_, additions_;
    bool inside_;
    std::size_t size_;
    std::int64_t at_ = 0; // in the target
    Bytes out_;
};

} // namespace

void describe(Fields& f, Patch& patch) {
    f.magic("PATR");
    f.u16({"major"}, patch.major);
    f.require(patch.major == 2, "a patch of version 2", patch.major);
    f.u16({"minor"}, patch.minor);
    f.usual(patch.minor == 0, "version 2.0");
    f.u32({"flags", "1: additions are inside the differences, 2: the control stream is packed"}, patch.flags);
    f.usual((patch.flags & ~3u) == 0, "no flag but 1 and 2");
    f.octets({"md5", "of the first 5000 bytes of the target"}, patch.md5);
    f.u32({"target_size"}, patch.target_size);
    f.u32({"new_size"}, patch.new_size);
    auto control = static_cast<std::uint32_t>(patch.control.size());
    auto differences = static_cast<std::uint32_t>(patch.differences.size());
    auto additions = static_cast<std::uint32_t>(patch.additions.size());
    f.u32({"control_size"}, control);
    f.u32({"differences_size"}, differences);
    f.u32({"additions_size"}, additions);
    f.blob({"control", "triples u32 d, u32 a, i32 j"}, patch.control, control);
    f.blob({"differences", "gzip or zlib"}, patch.differences, differences);
    f.blob({"additions", "gzip or zlib"}, patch.additions, additions);
    f.tail(patch.tail);
}

Expected<Patch> read_patch(ByteView bytes, std::string_view file, Notes* notes) {
    return read_fields<Patch>(bytes, file, notes);
}
Expected<Bytes> write_patch(const Patch& patch) { return write_fields(patch, "patch"); }

bool fits(const Patch& patch, ByteView target) {
    return target.size() == patch.target_size && sum_of(target) == patch.md5;
}

Expected<Bytes> apply_patch(const Patch& patch, ByteView target, std::string_view file) {
    const std::size_t size = std::min<std::size_t>(patch.new_size, largest_file);
    Bytes control = patch.control;
    if ((patch.flags & patch_flag::control_packed) != 0) {
        RK_TRY(control, unpacked(patch.control, file, largest_control));
    }
    RK_TRY(const Bytes differences, unpacked(patch.differences, file, size));
    RK_TRY(const Bytes additions, unpacked(patch.additions, file, size));
    const bool inside = (patch.flags & patch_flag::additions_inside) != 0;
    Patcher patcher(target, differences, additions, inside, size);
    Reader in(control, file);
    while (in.ok() && !in.at_end()) {
        const std::size_t at = in.offset();
        Step step;
        step.differences = in.u32(Endian::little);
        step.additions = in.u32(Endian::little);
        step.move = in.i32(Endian::little);
        if (in.ok() && !patcher.step(step))
            in.fail_at(at, "a step within target and streams",
                       fmt::format("{} and {} bytes", step.differences, step.additions));
    }
    in.expect(patcher.made().size() == patch.new_size, fmt::format("steps for {} bytes", patch.new_size),
              patcher.made().size());
    if (!in.ok()) return in.unexpected();
    return std::move(patcher.made());
}

Patch make_patch(ByteView target, ByteView wanted) {
    Patch patch;
    patch.md5 = sum_of(target);
    patch.target_size = static_cast<std::uint32_t>(target.size());
    patch.new_size = static_cast<std::uint32_t>(wanted.size());
    const std::size_t common = std::min(target.size(), wanted.size());
    Bytes differences(common);
    for (std::size_t i = 0; i < common; ++i) differences[i] = static_cast<Byte>(target[i] ^ wanted[i]);
    Writer control;
    control.u32(static_cast<std::uint32_t>(common), Endian::little);
    control.u32(static_cast<std::uint32_t>(wanted.size() - common), Endian::little);
    control.i32(0, Endian::little);
    patch.control = control.take();
    patch.differences = gzip(differences);
    patch.additions = gzip(wanted.subspan(common));
    return patch;
}

} // namespace rekindle::emi
