#pragma once
// A costume (.cosb): chores, their tracks and keys (emi-formats §4). Key times and values stay as stored; the
// helpers give the whole numbers that the player uses.

#include <optional>

#include "emi/data/fields.h"

namespace rekindle::emi {

enum class TrackKind { mesh, skel, anim, sprt, texi, luac, luav, shad, awgt, snd2 };

struct ChoreKey {
    float time = 0; // seconds
    float value = 0;
    // Towards zero, the product rounded to f32 first (§4); far values end at the limits of the type.
    std::int32_t time_ms() const;
    std::int32_t whole_value() const;
    bool operator==(const ChoreKey&) const = default;
};

struct ChoreTrack {
    std::string component; // "!meshbox.mesh"
    std::uint32_t unknown = 0;
    std::int32_t parent = -1; // among all tracks of the file, -1 none
    std::vector<ChoreKey> keys;
    TrackKind kind() const; // of a checked track
    std::string_view target() const {
        return std::string_view(component).substr(5);
    } // file, Lua text or global
    bool operator==(const ChoreTrack&) const = default;
};

struct Chore {
    std::string name;
    float length = 0; // seconds; 1000 exactly = no end
    std::vector<ChoreTrack> tracks;
    // Nothing for a chore without end; a negative length acts as that too.
    std::optional<std::int32_t> length_ms() const;
    bool is_wear() const; // has a mesh and a skeleton
    bool operator==(const Chore&) const = default;
};

struct Costume {
    std::vector<Chore> chores;
    Bytes tail;
    bool operator==(const Costume&) const = default;
};

std::optional<TrackKind> track_kind(std::string_view component);
std::string_view track_kind_name(TrackKind kind);

void describe(Fields& fields, Costume& costume);
Expected<Costume> read_costume(ByteView bytes, std::string_view file, Notes* notes = nullptr);
Expected<Bytes> write_costume(const Costume& costume);

} // namespace rekindle::emi
