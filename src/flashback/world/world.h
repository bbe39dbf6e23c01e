#pragma once
// The whole state of a running level as one plain value (engine spec §1): copy it, compare it, hash it, save
// it. No pointers, only indices; no padding. step() in tick.h moves it on, start.h sets it up.

#include <array>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "flashback/data/level.h"

namespace rekindle::flashback {

inline constexpr std::uint8_t no_link = 0xFF; // 8-bit links between entities, and "no cell"
inline constexpr std::int16_t no_entity = -1; // 16-bit links
inline constexpr std::uint16_t no_slot = 0xFFFF;
inline constexpr std::uint16_t no_story = 0xFFFF;
inline constexpr std::uint8_t room_destroyed = 0xFE;
inline constexpr std::uint8_t room_carried = 0xFF;
inline constexpr int conrad = 0;

// Bits of Entity::flags (§1.2).
inline constexpr std::uint8_t faces_right = 0x01;
inline constexpr std::uint8_t drawn_mirrored = 0x02;
inline constexpr std::uint8_t is_awake = 0x04;
inline constexpr std::uint8_t drawn_as_object = 0x08;
inline constexpr std::uint8_t in_back_list = 0x10;
inline constexpr std::uint8_t palette_bits = 0x60;
inline constexpr std::uint8_t wakes_by_contact = 0x80;

// Bits of the input mask (§10); also of the recordings' bytes.
inline constexpr std::uint8_t key_up = 0x01, key_down = 0x02, key_left = 0x04, key_right = 0x08;
inline constexpr std::uint8_t key_use = 0x10, key_gun = 0x20, key_run = 0x40, key_inventory = 0x80;
inline constexpr std::uint8_t key_directions = 0x0F;

struct Entity {
    std::uint16_t state = 0;
    std::int16_t x = 0, y = 0; // pixels in the room
    std::int16_t life = 0;
    std::int16_t counter = 0;
    std::uint16_t sprite = 0; // picture number
    std::uint16_t first = 0;  // first record of the state, in the entity's list
    std::int16_t room_next = no_entity;
    std::uint8_t frame = 0;
    std::uint8_t room = 0;
    std::uint8_t cell = no_link;     // index into World::cells
    std::uint8_t inv_next = no_link; // next item in the owner's list
    std::uint8_t inv_head = no_link; // first item of its own list
    std::uint8_t owner = no_link;
    std::uint8_t flags = 0;
    std::uint8_t unused = 0; // makes the size even: World has no padding
    bool operator==(const Entity&) const = default;
    bool awake() const { return (flags & is_awake) != 0; }
    bool right() const { return (flags & faces_right) != 0; }
};

// A queued message; the pool has 256 (§7).
struct Message {
    std::uint16_t sender = 0;
    std::int16_t number = 0;
    std::int16_t next = no_entity; // index into the pool
    bool operator==(const Message&) const = default;
};

// One entity in one 16x72 cell this tick, on top of the slot `under` (§5.3).
struct Slot {
    std::int16_t key = 0;
    std::int16_t who = no_entity;
    std::uint16_t next = 0;  // cell of the entity's next column, 0xFFFF none
    std::uint16_t under = 0; // slot below it in the pile, 0xFFFF none
    bool operator==(const Slot&) const = default;
};

// The cells that a door has overwritten (§5.8).
struct DoorSave {
    std::int32_t at = 0; // flat index into the collision table; may lie outside (U8)
    std::int16_t next = -1;
    std::uint8_t last = 0; // number of cells - 1
    std::uint8_t unused = 0;
    std::array<std::int8_t, 16> old{};
    bool operator==(const DoorSave&) const = default;
};
inline constexpr int most_doors = 255;

struct DoorSaves {
    std::array<DoorSave, most_doors> saves{}; // buffers stay from level to level (Q25)
    std::int16_t count = 0;
    std::int16_t head = -1;
    bool operator==(const DoorSaves&) const = default;
};

// The in-level save of opcode 0x69 (§8.4).
struct Snapshot {
    std::array<Entity, most_entities> entities{};
    std::array<std::int8_t, room_count * grid_cells> grid{};
    DoorSaves doors{};
    std::uint32_t score = 0;
    std::uint16_t gun_var = 0;
    std::uint8_t skill = 0;
    std::uint8_t unused = 0;
    bool operator==(const Snapshot&) const = default;
};

namespace detail {
template <typename T, std::size_t Size>
constexpr std::array<T, Size> filled(T value) {
    std::array<T, Size> result{};
    for (T& item : result) item = value;
    return result;
}
} // namespace detail

// A default World is the memory of a fresh program: nothing is loaded.
struct World {
    std::array<std::uint64_t, 4> active{}; // bit i: entity i gets turns

    // Counters and requests (§1.6).
    std::uint32_t rng = 0;
    std::uint32_t score = 0;
    std::uint16_t gun_var = 0;
    std::uint16_t found_flag1 = 0, found_flag2 = 0;
    std::uint16_t death_timer = 0;
    std::uint16_t death_scene = 0;
    std::uint16_t scene = 0; // requested cutscene, no_scene: none
    std::uint16_t story = 0; // requested dialog, no_story: none
    std::uint16_t story_icon = 0;
    std::uint16_t monster_node = 0, monster_set = 0xFFFF; // display only (§11.3)
    std::uint8_t level = 0;
    std::uint8_t skill = 0;
    std::uint8_t view_room = 0;
    std::uint8_t background = 0xFF; // room whose picture is the background; display only
    std::uint8_t redraw = 0;
    std::uint8_t keys = 0;
    std::uint8_t straight_keys = 0;
    std::uint8_t blink = 0;
    std::uint8_t hit_pending = 0;
    std::uint8_t saved_note = 0;
    std::uint8_t have_save = 0;
    std::uint8_t code_timer = 0;
    std::uint8_t shake = 0;
    std::uint8_t unused1 = 0; // these three leave no padding

    // Entities and who gets a turn.
    std::uint16_t entity_count = 0;
    std::array<Entity, most_entities> entities{};
    std::array<std::int16_t, 256> room_head =
        detail::filled<std::int16_t, 256>(no_entity); // first entity of each room byte's list

    // Messages.
    std::array<std::int16_t, most_entities> message_head =
        detail::filled<std::int16_t, most_entities>(no_entity);
    std::array<Message, 256> messages{};
    std::int16_t free_message = no_entity;

    // Cells: who stands where (§5.3). The arrays survive the tick (Q4).
    std::uint8_t slots_used = 0, cell_count = 0;
    std::array<Slot, 256> slots{};
    std::array<std::uint16_t, 256> cells =
        detail::filled<std::uint16_t, 256>(no_slot); // top slot of each pile
    std::array<std::int16_t, 256> cell_keys{};
    std::array<std::uint8_t, 8192>
        cell_of_key{}; // key -> cell + 1 of this tick, 0 none: what a search of cell_keys finds
    // Line of sight (§5.5); [144] and [145] are the left and right neighbours of the view room (Q13).
    std::array<std::uint8_t, 146> sight{};

    std::uint16_t unused2 = 0;

    // Collision table of this level, mutable, and doors.
    std::array<std::int8_t, collision_size> collision{};
    DoorSaves doors{};

    Snapshot snapshot{};
    std::uint32_t unused3 = 0;

    bool operator==(const World&) const = default;

    bool is_active(int entity) const {
        return (active[static_cast<std::size_t>(entity) >> 6] >> (entity & 63) & 1) != 0;
    }
    std::uint8_t left_room() const { return sight[144]; }
    std::uint8_t right_room() const { return sight[145]; }
};
static_assert(std::has_unique_object_representations_v<World>, "World is hashed and saved as bytes");
static_assert(std::is_trivially_copyable_v<World>);

std::uint64_t hash_world(const World& world);

// What leaves the tick and the session (§3, oracle README "Events"), in the order it happened.
struct Event {
    enum class Kind : std::uint8_t {
        scene,      // a: cutscene that was due at the start of the tick, or the death scene
        sound,      // a: sound number, b: volume class (0 full, each class quarters)
        save,       // the in-level snapshot was taken
        level_exit, // a: level asked for
        level,      // a: level started after an exit (session)
        music,      // a: track of a level that starts (session)
        continued,  // a: 1 continue, 0 abort, after a death (session)
        load,       // the snapshot was restored (session)
    };
    Kind kind;
    std::uint16_t a = 0, b = 0;
    bool operator==(const Event&) const = default;
};
using Events = std::vector<Event>;

} // namespace rekindle::flashback
