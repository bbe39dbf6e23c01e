#include "flashback/picture/draw_list.h"

#include <algorithm>

#include "flashback/data/levels.h"
#include "flashback/data/words.h"

namespace rekindle::flashback {

namespace {

constexpr std::uint8_t kind_monster = 10, kind_in_front = 11;
constexpr std::uint16_t monster_like_node = 0x49;
constexpr std::uint8_t color_characters = 0x40, color_monsters = 0x50;
constexpr std::uint8_t color_touched = 0xE6, color_code = 0xE7;
constexpr int place_right = 8, place_down = 2; // where the room lies on the screen

// Collects the entities of the view room and of its neighbours (§11.1), then puts the four lists in order
// (§11.4).
class Collector {
  public:
    Collector(DrawList& list, const World& world, const Level& level, const Hud& hud,
              const LevelPictures& pictures)
        : list_(list), world_(world), level_(level), pictures_(pictures), monster_node_(hud.monster_node) {
        list_.monster_set = hud.monster_set;
    }

    void collect() {
        const int room = world_.view_room;
        if (room >= room_count) return;
        add_room(room, 0, 0, [](const Entity&, std::uint8_t) { return true; });
        add_neighbour(Side::up, 0, -216, [](const Entity& e, std::uint8_t kind) {
            return e.y > (kind == kind_monster ? 216 : 176);
        });
        add_neighbour(Side::down, 0, 216, [](const Entity& e, std::uint8_t) { return e.y < 48; });
        add_neighbour(Side::left, -256, 0, [](const Entity& e, std::uint8_t) { return e.x > 224; });
        add_neighbour(Side::right, 256, 0, [](const Entity& e, std::uint8_t) { return e.x <= 32; });
    }

    // Lists 2, 1, 0, 3, each from the last added to the first.
    void put_in_order(bool conrad_hidden) {
        list_.sprites.clear();
        for (const std::uint8_t number : {2, 1, 0, 3}) {
            if (number == 1 && conrad_hidden) continue;
            for (std::size_t i = count_; i-- > 0;)
                if (items_[i].list == number) list_.sprites.push_back(items_[i]);
        }
    }

  private:
    template <typename Wanted>
    void add_neighbour(Side side, int dx, int dy, Wanted wanted) {
        const std::int8_t room = world_.collision[static_cast<std::size_t>(side) + world_.view_room];
        if (room >= 0 && room < room_count) add_room(room, dx, dy, wanted);
    }

    template <typename Wanted>
    void add_room(int room, int dx, int dy, Wanted wanted) {
        for (std::int16_t i = world_.room_head[static_cast<std::size_t>(room)];
             i != no_entity && count_ < items_.size(); i = entity(i).room_next) {
            const EntityDefinition& definition = level_.entities[static_cast<std::size_t>(i)];
            if (!wanted(entity(i), definition.kind)) continue;
            if ((entity(i).flags & drawn_as_object) != 0)
                add_object(i, definition, dx, dy);
            else
                add_character(i, definition, dx, dy);
        }
    }

    const Entity& entity(std::int16_t i) const { return world_.entities[static_cast<std::size_t>(i)]; }

    // Monsters have pictures only once their set is loaded, which an entity of the view room does (§11.3).
    bool has_pictures(const Entity& e, const EntityDefinition& definition) {
        if (definition.kind != kind_monster && definition.node != monster_like_node) return true;
        if (definition.node == monster_node_) return true;
        if (e.room != world_.view_room) return false;
        const auto set = monster_set(level_.index, definition.node);
        if (!set) return false;
        monster_node_ = definition.node;
        list_.monster_set = *set;
        return true;
    }

    void add_character(std::int16_t i, const EntityDefinition& definition, int dx, int dy) {
        const Entity& e = entity(i);
        if (i != conrad && !has_pictures(e, definition)) return;
        const std::uint16_t number = pictures_.character_drawing(e.sprite);
        if (number == LevelPictures::no_drawing) return;
        const Drawing& drawing = pictures_.drawings[number];
        const bool mirrored = (e.flags & drawn_mirrored) != 0;
        const int x = dx + e.x + (mirrored ? drawing.hot_x - drawing.width : -drawing.hot_x);
        const int y = dy + e.y - drawing.hot_y + place_down;
        if (x <= -32 || x >= 256 || y < -48 || y >= 224) return;
        const bool monster_colors = (e.flags & palette_bits) == palette_bits;
        add(i, number, x + place_right, y, mirrored, monster_colors ? color_monsters : color_characters,
            i == conrad ? 1 : list_of(e));
    }

    void add_object(std::int16_t i, const EntityDefinition& definition, int dx, int dy) {
        const Entity& e = entity(i);
        const std::uint16_t number = pictures_.object_drawing(e.sprite);
        if (number == LevelPictures::no_drawing) return;
        const Drawing& drawing = pictures_.drawings[number];
        const bool mirrored = (e.flags & drawn_mirrored) != 0;
        const int x = dx + e.x + place_right + (mirrored ? drawing.hot_x - drawing.width : -drawing.hot_x);
        const int y = dy + e.y + place_down - drawing.hot_y;
        add(i, number, x, y, mirrored, (e.flags & palette_bits) >> 1,
            definition.kind == kind_in_front ? 3 : list_of(e));
    }

    static int list_of(const Entity& e) { return (e.flags & in_back_list) != 0 ? 2 : 0; }

    void add(std::int16_t i, std::uint16_t drawing, int x, int y, bool mirrored, int color, int list) {
        items_[count_++] = {
            static_cast<std::int16_t>(x),    static_cast<std::int16_t>(y),     drawing,  i,
            static_cast<std::uint8_t>(list), static_cast<std::uint8_t>(color), mirrored, list == 3};
    }

    DrawList& list_;
    const World& world_;
    const Level& level_;
    const LevelPictures& pictures_;
    std::uint16_t monster_node_;
    // An entity is in one room's list at most, but two neighbours may be the same room.
    std::array<SpriteItem, 2 * most_entities> items_;
    std::size_t count_ = 0;
};

std::int16_t centred(int middle, std::string_view text) {
    return static_cast<std::int16_t>(middle - 4 * static_cast<int>(text.size()));
}

void add_hud(DrawList& list, const World& world, const Level& level, const Hud& hud,
             const LevelPictures& pictures) {
    list.icons.clear();
    list.texts.clear();
    const std::uint8_t item = world.entities[conrad].inv_head;
    if (item != no_link) list.icons.push_back({232, 8, level.entities[item].icon});
    if (hud.touched == no_entity) return;
    list.icons.push_back({80, 8, hud.touched_icon});
    const std::string_view name = pictures.text(level.entities[static_cast<std::size_t>(hud.touched)].text);
    list.texts.push_back({centred(88, name), 26, color_touched, name});
    const std::string_view saved = english(Word::completed);
    if (hud.saved) list.texts.push_back({centred(88, saved), 34, color_touched, saved});
}

void add_code_line(DrawList& list, const World& world) {
    constexpr std::string_view label = "CODE: ";
    const std::string_view password = passwords[std::min<std::size_t>(world.skill, 2)][world.level & 7];
    const int x = 128 - 4 * static_cast<int>(label.size() + password.size());
    list.texts.push_back({static_cast<std::int16_t>(x), 16, color_code, label});
    list.texts.push_back(
        {static_cast<std::int16_t>(x + 8 * static_cast<int>(label.size())), 16, color_code, password});
}

} // namespace

void make_draw_list(DrawList& list, const World& world, const Level& level, const Hud& hud,
                    const LevelPictures& pictures, DrawOptions options) {
    list.background = world.background < room_count ? pictures.room[world.background] : std::uint8_t{0};
    Collector collector(list, world, level, hud, pictures);
    collector.collect();
    collector.put_in_order((hud.blink & 1) != 0);
    add_hud(list, world, level, hud, pictures);
    if (options.code_line && world.code_timer != 0) add_code_line(list, world);
}

} // namespace rekindle::flashback
