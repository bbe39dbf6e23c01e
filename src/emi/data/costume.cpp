#include "emi/data/costume.h"

#include <limits>

namespace rekindle::emi {
namespace {

constexpr std::array<std::string_view, 10> kind_names{"mesh", "skel", "anim", "sprt", "texi",
                                                      "luac", "luav", "shad", "awgt", "snd2"};
constexpr float no_end = 1000;

std::int32_t whole(float value) {
    constexpr float limit = 2147483648.0f;
    if (value >= limit) return std::numeric_limits<std::int32_t>::max();
    if (value <= -limit) return std::numeric_limits<std::int32_t>::min();
    return static_cast<std::int32_t>(value);
}

void describe_track(Fields& f, ChoreTrack& track, std::size_t tracks_before, bool mesh_before) {
    f.text({"component", "'!', a four-letter kind, then a file, Lua text or name"}, track.component);
    f.require(track.component.size() >= 5 && track.component[0] == '!', "a component: '!', kind, text",
              track.component.size());
    f.require(track_kind(track.component).has_value(),
              "a component of kind mesh, skel, anim, sprt, texi, luac, luav, shad, awgt or snd2",
              track.component.size());
    f.usual(!track.component.starts_with("!texi") || mesh_before, "a mesh track before a texi track");
    f.usual(!track.component.starts_with("!shad") && !track.component.starts_with("!awgt"),
            "no track of the unknown kinds shad and awgt");
    f.u32({"unknown"}, track.unknown);
    f.i32({"parent", "index among all tracks of the file, -1 none"}, track.parent);
    f.require(track.parent >= -1 && track.parent < static_cast<std::int64_t>(tracks_before),
              "-1 or the number of an earlier track", static_cast<std::uint32_t>(track.parent));
    f.list({"keys"}, track.keys, 8, [&f](ChoreKey& key) {
        f.f32({"time", "seconds"}, key.time);
        f.usual(key.time >= 0, "key times from 0 on");
        f.f32({"value", "meaning by kind; cut to a whole number"}, key.value);
    });
    f.usual(std::is_sorted(track.keys.begin(), track.keys.end(),
                           [](const ChoreKey& a, const ChoreKey& b) { return a.time < b.time; }),
            "keys sorted by time");
}

} // namespace

std::int32_t ChoreKey::time_ms() const { return whole(time * 1000.0f); }
std::int32_t ChoreKey::whole_value() const { return whole(value); }

std::optional<std::int32_t> Chore::length_ms() const {
    if (length == no_end || length < 0) return std::nullopt;
    return whole(length * 1000.0f);
}

bool Chore::is_wear() const {
    const auto has = [this](TrackKind kind) {
        return std::any_of(tracks.begin(), tracks.end(),
                           [kind](const ChoreTrack& track) { return track.kind() == kind; });
    };
    return has(TrackKind::mesh) && has(TrackKind::skel);
}

std::optional<TrackKind> track_kind(std::string_view component) {
    if (component.size() < 5 || component[0] != '!') return std::nullopt;
    const auto found = std::find(kind_names.begin(), kind_names.end(), component.substr(1, 4));
    if (found == kind_names.end()) return std::nullopt;
    return static_cast<TrackKind>(found - kind_names.begin());
}

std::string_view track_kind_name(TrackKind kind) { return kind_names[static_cast<std::size_t>(kind)]; }

TrackKind ChoreTrack::kind() const { return track_kind(component).value_or(TrackKind::snd2); }

void describe(Fields& f, Costume& costume) {
    std::size_t tracks_before = 0;
    bool mesh_before = false;
    f.list({"chores"}, costume.chores, 13, [&](Chore& chore) {
        f.text({"name", "looked up case-sensitively, first match"}, chore.name);
        f.require(!chore.name.empty() && chore.name.size() <= 30, "a chore name of 1 to 30 characters",
                  chore.name.size());
        f.f32({"length", "seconds; 1000 = no end"}, chore.length);
        f.usual(chore.length >= 0, "a chore length from 0 on");
        f.list({"tracks"}, chore.tracks, 21, [&](ChoreTrack& track) {
            describe_track(f, track, tracks_before, mesh_before);
            ++tracks_before;
            mesh_before = mesh_before || track.component.starts_with("!mesh");
        });
    });
    f.tail(costume.tail);
}

Expected<Costume> read_costume(ByteView bytes, std::string_view file, Notes* notes) {
    return read_fields<Costume>(bytes, file, notes);
}
Expected<Bytes> write_costume(const Costume& costume) { return write_fields(costume, "costume"); }

} // namespace rekindle::emi
