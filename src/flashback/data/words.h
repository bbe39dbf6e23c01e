#pragma once
// The words the program itself shows, and its passwords: tables, not data files. Formats spec §16.4, §21.1.

#include <array>
#include <string_view>

namespace rekindle::flashback {

enum class Word {
    continue_or_abort,
    time,
    continue_game,
    abort,
    completed,
    level,
    start,
    skill,
    password,
    info,
    quit,
    skill_level,
    easy,
    normal,
    expert,
    enter_password,
    of_level,
    resume_game,
    abort_game,
    load_game,
    save_game,
    slot,
    demo,
};

inline constexpr std::array<std::string_view, 23> english_words{
    "CONTINUE OR ABORT THIS GAME ?",
    "TIME",
    "CONTINUE",
    "ABORT",
    "COMPLETED",
    "LEVEL",
    "START",
    "SKILL",
    "PASSWORD",
    "INFO",
    "QUIT",
    "SKILL LEVEL :",
    "EASY",
    "NORMAL",
    "EXPERT",
    "Enter password for desired",
    "level :",
    "RESUME GAME",
    "ABORT GAME",
    "LOAD GAME",
    "SAVE GAME",
    "SLOT",
    "DEMO",
};

constexpr std::string_view english(Word word) { return english_words[static_cast<std::size_t>(word)]; }

// Of the DOS releases: [skill 0 easy, 1 normal, 2 expert][level index 0...6, 7 the credits].
inline constexpr std::array<std::array<std::string_view, 8>, 3> passwords{{
    {"JAGUAR", "COMBEL", "ANTIC", "NOLAN", "ARTHUR", "SHIRYU", "RENDER", "BELUGA"},
    {"BANTHA", "SHIVA", "KASYYK", "SARLAC", "MAENOC", "SULUST", "NEPTUN", "BELUGA"},
    {"TOHOLD", "PICOLO", "FUGU", "CAPSUL", "ZZZAP", "MANIAC", "NO WAY", "BELUGA"},
}};

} // namespace rekindle::flashback
