#pragma once
// What the tick reads of a level: definitions, records, animations, collision table and which rooms have a
// picture, joined and checked as a whole. Everything behind make_level() may be indexed without a check
// (design rule 2).

#include <array>
#include <vector>

#include "flashback/data/animations.h"
#include "flashback/data/collision.h"
#include "flashback/data/entities.h"
#include "flashback/data/levels.h"
#include "flashback/data/records.h"

namespace rekindle::flashback {

// Where a file came from, for errors.
template <typename T>
struct Named {
    T value;
    std::string file;
};

struct LevelParts {
    int index = 0; // 0..6
    Named<std::vector<EntityDefinition>> entities;
    Named<RecordFile> records;
    Named<AnimationFile> animations;
    CollisionTable collision{};
    std::array<bool, room_count> has_picture{};
    std::uint16_t start_scene = no_scene;
    bool restarts_at_exit = false; // demo releases: a finished level starts again
    std::size_t text_count = 0;    // item texts
};

// A list of records as a span of Level::records.
struct RecordList {
    std::uint32_t first = 0;
    std::uint32_t count = 0;
};

// A state's animation; count 0: the state has none and no entity can reach it.
struct StateAnimation {
    std::uint32_t first_frame = 0; // index into Level::frames
    std::uint8_t count = 0;
    std::uint8_t sound = 0;
    std::uint8_t tag = 0;
    bool as_object = false;
};

struct Level {
    int index = 0;
    std::uint16_t start_scene = no_scene;
    bool restarts_at_exit = false;
    std::vector<EntityDefinition> entities;
    std::vector<RecordList> list_of_entity;
    std::vector<Record> records;
    std::array<RecordList, node_count> list_of_node{};
    std::vector<StateAnimation> states;
    std::vector<AnimationFrame> frames;
    CollisionTable collision{};
    std::array<bool, 256> has_picture{}; // by room byte; false from 64 on (U7)
    std::uint64_t hash = 0; // of everything above: saves and replays name the data they belong to
};

// Checks every reference between the parts: nodes, start states, states named by records and their
// animations, rooms, texts. The error names the file and what points where.
Expected<Level> make_level(LevelParts parts);

} // namespace rekindle::flashback
