#pragma once
// The seven levels: their file names, start scenes, monster sets and the score table (formats §4, §21; engine
// §2.1, §11.3).

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace rekindle::flashback {

inline constexpr int level_count = 7;
inline constexpr std::uint16_t no_scene = 0xFFFF;

struct LevelNames {
    std::string_view title;
    std::string_view pictures; // base name of MBK CT PAL RP MAP LEV BNQ SGD
    std::string_view logic;    // base name of PGE OBJ ANI TBN
    std::uint16_t start_scene; // no_scene: none
    std::uint8_t music;        // track of the CD editions
};

inline constexpr std::array<LevelNames, level_count> level_names = {{
    {"Titan / The Jungle", "LEVEL1", "LEVEL1", 0x00, 3},
    {"Titan / New Washington", "LEVEL2", "LEVEL2", 0x2F, 4},
    {"Titan / Death Tower Show", "LEVEL3", "LEVEL3", no_scene, 5},
    {"Earth / Surface", "LEVEL4", "LEVEL4_1", 0x34, 6},
    {"Earth / Paradise Club", "LEVEL4", "LEVEL4_2", 0x39, 6},
    {"Planet Morphs / Surface", "LEVEL5", "LEVEL5_1", 0x35, 7},
    {"Planet Morphs / Inner Core", "LEVEL5", "LEVEL5_2", no_scene, 7},
}};

// Points for effects bits 4-7 (engine §4.4).
inline constexpr std::array<std::uint16_t, 16> score_table = {0,    200,  300,  400,  500,  800,  1000, 1200,
                                                              1500, 2000, 2200, 2500, 3000, 3200, 3500, 5000};

inline constexpr std::array<std::string_view, 4> monster_set_names = {"JUNKY", "MERCENAI", "REPLICAN",
                                                                      "GLUE"};

// The monster picture set of a node in a level, if it has one there.
std::optional<std::uint8_t> monster_set(int level, std::uint16_t node);

} // namespace rekindle::flashback
