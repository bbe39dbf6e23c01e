#include "emi/stage/pose_jobs.h"

#include <algorithm>
#include <bit>

#include "emi/stage/math.h"

namespace rekindle::emi {
namespace {

using Place = ClipCursor::Place;

constexpr std::array<std::array<std::int32_t, 4>, 16> lane_masks = [] {
    std::array<std::array<std::int32_t, 4>, 16> masks{};
    for (std::size_t bits = 0; bits < 16; ++bits)
        for (std::size_t lane = 0; lane < 4; ++lane) masks[bits][lane] = (bits >> lane & 1) != 0 ? -1 : 0;
    return masks;
}();
Mask4 mask_of(std::uint8_t lanes) {
    Mask4 mask;
    std::memcpy(&mask, lane_masks[lanes].data(), sizeof mask);
    return mask;
}

// The first key that is not before `time`, and its predecessor (R66).
void find_place(const Clip::Line& line, const float* times, float time, Place& place) {
    std::uint32_t after = place.after;
    const auto fits = [&](std::uint32_t key) {
        return (key == line.count || times[key] >= time) && (key == 0 || times[key - 1] < time);
    };
    if (!line.sorted) {
        after = 0;
        while (after < line.count && !(times[after] >= time)) ++after;
    } else if (!fits(after)) {
        if (after < line.count && fits(after + 1))
            ++after;
        else
            after = static_cast<std::uint32_t>(std::lower_bound(times, times + line.count, time) - times);
    }
    place = {after, after, 0};
    if (after == line.count) {
        place.before = line.count - 1; // `after` stays one beyond: found again at once
    } else if (after > 0) {
        place.before = after - 1;
        place.share = (time - times[after - 1]) / (times[after] - times[after - 1]);
    }
}

struct Ends {
    Quat4 before, after;
    Float4 share;
};
Ends ends_of(const Clip& clip, const Clip::Kind& kind, const Clip::Block& block, const ClipCursor& cursor) {
    std::array<Float4, 4> before, after;
    Float4 share;
    for (std::size_t i = 0; i < 4; ++i) {
        const Clip::Track& track = block.tracks[i];
        const Place& place = cursor.places[track.line];
        const std::uint32_t last = clip.lines[track.line].count - 1;
        before[i] = load4(kind.keys[track.first_key + place.before].data());
        after[i] = load4(kind.keys[track.first_key + std::min(place.after, last)].data());
        share[i] = place.share;
    }
    transpose(before[0], before[1], before[2], before[3]);
    transpose(after[0], after[1], after[2], after[3]);
    return {{before[0], before[1], before[2], before[3]}, {after[0], after[1], after[2], after[3]}, share};
}

// What blending does with one kind of value: rotations are turned step by step, translations added.
struct Rotations {
    using Value = Quat4;
    static const Clip::Kind& kind(const BlendInput& input) { return input.clip->rotations; }
    static const Value* samples(const BlendInput& input) { return input.rotations.data(); }
    static Value nothing() { return {all4(0), all4(0), all4(0), all4(1)}; }
    static Value add(const Value& sum, const Value& value, Float4 weight) {
        return slerp_step(sum, dot(sum, sum), value, weight);
    }
};
struct Translations {
    using Value = Vec3x4;
    static const Clip::Kind& kind(const BlendInput& input) { return input.clip->translations; }
    static const Value* samples(const BlendInput& input) { return input.translations.data(); }
    static Value nothing() { return {all4(0), all4(0), all4(0)}; }
    static Value add(const Value& sum, const Value& value, Float4 weight) {
        return {sum.x + value.x * weight, sum.y + value.y * weight, sum.z + value.z * weight};
    }
};

template <typename Values>
class Blender {
  public:
    using Value = typename Values::Value;

    explicit Blender(const BlendJob& job) : job_(job) {}

    void block(std::size_t joints, Value& pose) const {
        unsigned layers = 0;
        each_input([&](const BlendInput& input) { layers |= Values::kind(input).layers[joints]; });
        Float4 rest = all4(1);
        while (layers != 0) {
            const auto layer = static_cast<std::size_t>(std::bit_width(layers) - 1);
            layers &= ~(1u << layer);
            const Float4 sum = weights(joints, layer);
            // Where nothing was added the sum is exactly nothing, and adding nothing changes no bit.
            pose = Values::add(pose, contributions(joints, layer, sum), rest);
            rest = larger(rest * (1.0f - sum), all4(0)); // two overfull layers must not give a share again
            if (!any(rest > 0.0f)) break;
        }
    }

  private:
    template <typename Each>
    void each_input(Each each) const {
        const std::size_t count = job_.order.empty() ? job_.inputs.size() : job_.order.size();
        for (std::size_t i = 0; i < count; ++i) {
            const BlendInput& input = job_.inputs[job_.order.empty() ? i : job_.order[i]];
            if (input.weight > 0 && (input.started || job_.unstarted_weigh)) each(input);
        }
    }
    // Calls each(input, block number) for the tracks of a layer.
    template <typename Each>
    void each_block(std::size_t joints, std::size_t layer, Each each) const {
        each_input([&](const BlendInput& input) {
            const std::uint32_t* first = &Values::kind(input).first[joints * pose_layers + layer];
            for (std::uint32_t i = first[0]; i < first[1]; ++i) each(input, i);
        });
    }

    Float4 weights(std::size_t joints, std::size_t layer) const {
        Float4 sum = all4(0);
        each_block(joints, layer, [&](const BlendInput& input, std::uint32_t i) {
            const Mask4 lanes = mask_of(Values::kind(input).blocks[i].lanes);
            sum = sum + select(lanes, all4(input.weight), all4(0));
        });
        return sum;
    }

    Value contributions(std::size_t joints, std::size_t layer, Float4 sum) const {
        const Float4 divisor = larger(sum, all4(1));
        Value added = Values::nothing();
        each_block(joints, layer, [&](const BlendInput& input, std::uint32_t i) {
            if (!input.started) return;
            const Mask4 lanes = mask_of(Values::kind(input).blocks[i].lanes);
            added = Values::add(added, Values::samples(input)[i],
                                select(lanes, all4(input.weight) / divisor, all4(0)));
        });
        return added;
    }

    const BlendJob& job_;
};

// Columns of the matrices of four joints, then of each joint: joint[i][c].
std::array<std::array<Float4, 4>, 4> local_matrices(const Quat4& q, const Vec3x4& t) {
    const Float4 x2 = q.x + q.x, y2 = q.y + q.y, z2 = q.z + q.z;
    const Float4 xx = q.x * x2, yy = q.y * y2, zz = q.z * z2;
    const Float4 xy = q.x * y2, xz = q.x * z2, yz = q.y * z2;
    const Float4 wx = q.w * x2, wy = q.w * y2, wz = q.w * z2;
    const Float4 zero = all4(0), one = all4(1);
    std::array<std::array<Float4, 4>, 4> columns{{{1.0f - (yy + zz), xy + wz, xz - wy, zero},
                                                  {xy - wz, 1.0f - (xx + zz), yz + wx, zero},
                                                  {xz + wy, yz - wx, 1.0f - (xx + yy), zero},
                                                  {t.x, t.y, t.z, one}}};
    for (std::array<Float4, 4>& column : columns) transpose(column[0], column[1], column[2], column[3]);
    return columns;
}

} // namespace

ClipCursor cursor_for(const Clip& clip) { return {std::vector<Place>(clip.lines.size())}; }

bool SampleJob::validate() const {
    return clip != nullptr && cursor != nullptr && cursor->places.size() == clip->lines.size() &&
           rotations.size() >= clip->rotations.blocks.size() &&
           translations.size() >= clip->translations.blocks.size();
}

bool SampleJob::run() const {
    if (!validate()) return false;
    for (std::size_t i = 0; i < clip->lines.size(); ++i)
        find_place(clip->lines[i], clip->times.data() + clip->lines[i].first, time, cursor->places[i]);
    for (std::size_t i = 0; i < clip->rotations.blocks.size(); ++i) {
        const Ends ends = ends_of(*clip, clip->rotations, clip->rotations.blocks[i], *cursor);
        rotations[i] = slerp(ends.before, ends.after, ends.share);
    }
    for (std::size_t i = 0; i < clip->translations.blocks.size(); ++i) {
        const Ends ends = ends_of(*clip, clip->translations, clip->translations.blocks[i], *cursor);
        const Quat4 &a = ends.before, &b = ends.after;
        const Float4 t = ends.share;
        translations[i] = {a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t, a.z + (b.z - a.z) * t};
    }
    return true;
}

bool BlendJob::validate() const {
    if (rig == nullptr || rotations.size() < rig->blocks() || translations.size() < rig->blocks())
        return false;
    for (const std::uint32_t i : order)
        if (i >= inputs.size()) return false;
    return std::all_of(inputs.begin(), inputs.end(), [&](const BlendInput& input) {
        return input.clip != nullptr && input.clip->rotations.layers.size() == rig->blocks() &&
               (!input.started || (input.rotations.size() >= input.clip->rotations.blocks.size() &&
                                   input.translations.size() >= input.clip->translations.blocks.size()));
    });
}

bool BlendJob::run() const {
    if (!validate()) return false;
    const Blender<Rotations> turning(*this);
    const Blender<Translations> moving(*this);
    for (std::size_t joints = 0; joints < rig->blocks(); ++joints) {
        rotations[joints] = rig->rotations[joints];
        translations[joints] = rig->translations[joints];
        turning.block(joints, rotations[joints]);
        moving.block(joints, translations[joints]);
    }
    return true;
}

bool MatrixJob::validate() const {
    return rig != nullptr && rotations.size() >= rig->blocks() && translations.size() >= rig->blocks() &&
           matrices.size() >= rig->joints() && (turns.empty() || turns.size() >= rig->joints());
}

bool MatrixJob::run() const {
    if (!validate()) return false;
    for (std::size_t joints = 0; joints < rig->blocks(); ++joints) {
        const auto columns = local_matrices(rotations[joints], translations[joints]);
        for (std::size_t lane = 0; lane < 4 && joints * 4 + lane < rig->joints(); ++lane) {
            const std::size_t joint = joints * 4 + lane;
            float* out = &matrices[joint][0][0];
            if (rig->parents[joint] < 0) {
                for (std::size_t c = 0; c < 4; ++c) store4(out + c * 4, columns[c][lane]);
                continue;
            }
            const float* parent = &matrices[static_cast<std::size_t>(rig->parents[joint])][0][0];
            const Float4 p0 = load4(parent), p1 = load4(parent + 4), p2 = load4(parent + 8),
                         p3 = load4(parent + 12);
            for (std::size_t c = 0; c < 4; ++c) {
                const Float4 v = columns[c][lane];
                Float4 sum = p0 * v[0] + p1 * v[1] + p2 * v[2];
                if (c == 3) sum = sum + p3;
                store4(out + c * 4, sum);
            }
        }
    }
    for (std::size_t joint = 0; joint < turns.size() && joint < rig->joints(); ++joint) {
        const glm::quat local = lane(rotations[joint / 4], joint % 4);
        const std::int32_t parent = rig->parents[joint];
        turns[joint] = parent < 0 ? local : multiply(turns[static_cast<std::size_t>(parent)], local);
    }
    return true;
}

} // namespace rekindle::emi
