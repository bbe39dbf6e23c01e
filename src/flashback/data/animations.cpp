#include "flashback/data/animations.h"

#include <fmt/format.h>

namespace rekindle::flashback {

namespace {
constexpr Endian le = Endian::little;
constexpr std::size_t base = 2; // offsets count from behind the count word
} // namespace

Expected<AnimationFile> read_animations(ByteView bytes, std::string_view file) {
    Reader in(bytes, file);
    const std::size_t states = in.u16(le);
    in.expect_at(states >= 1 && 2 * states <= in.remaining(), 0, "a table of states inside the file", states);
    if (!in) return in.unexpected();
    std::vector<std::size_t> offsets(states);
    for (std::size_t& offset : offsets) offset = in.u16(le);

    AnimationFile result;
    result.animation_of_state.assign(states, AnimationFile::no_table);
    for (std::size_t state = 0; state < states && in; ++state) {
        if (state > 0 && offsets[state] == offsets[state - 1]) {
            result.animation_of_state[state] = result.animation_of_state[state - 1];
            continue;
        }
        if (offsets[state] + base != in.offset()) {
            in.fail_at(2 + 2 * state,
                       fmt::format("offset {}, where the table before ends", in.offset() - base),
                       fmt::format("{}", offsets[state]));
            break;
        }
        if (in.at_end()) continue; // the last states have no table: their offset is the end of the file
        const std::size_t at = in.offset();
        const std::size_t count = in.u16(le);
        Animation animation;
        animation.sound = in.u8();
        animation.tag = in.u8();
        animation.as_object = in.u16(le);
        in.expect_at(count >= 1 && count <= 255, at, "1 to 255 frames", count);
        in.expect_at(4 * count <= in.remaining(), at, "frames inside the file", count);
        if (!in) break;
        animation.frames.resize(count);
        for (AnimationFrame& frame : animation.frames) {
            frame.picture = in.u16(le);
            frame.dx = in.i8();
            frame.dy = in.i8();
        }
        result.animation_of_state[state] = static_cast<std::uint16_t>(result.animations.size());
        result.animations.push_back(std::move(animation));
    }
    if (!in.expect_end()) return in.unexpected();
    return result;
}

Bytes write_animations(const AnimationFile& file) {
    Writer out;
    out.u16(static_cast<std::uint16_t>(file.animation_of_state.size()), le);
    std::vector<std::size_t> offsets;
    std::size_t offset = 2 * file.animation_of_state.size();
    for (const Animation& animation : file.animations) {
        offsets.push_back(offset);
        offset += 6 + 4 * animation.frames.size();
    }
    for (const std::uint16_t index : file.animation_of_state)
        out.u16(static_cast<std::uint16_t>(index == AnimationFile::no_table ? offset : offsets[index]), le);
    for (const Animation& animation : file.animations) {
        out.u16(static_cast<std::uint16_t>(animation.frames.size()), le);
        out.u8(animation.sound);
        out.u8(animation.tag);
        out.u16(animation.as_object, le);
        for (const AnimationFrame& frame : animation.frames) {
            out.u16(frame.picture, le);
            out.i8(frame.dx);
            out.i8(frame.dy);
        }
    }
    return out.take();
}

} // namespace rekindle::flashback
