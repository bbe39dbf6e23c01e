#include "flashback/data/release.h"

#include <array>

namespace rekindle::flashback {
namespace {

constexpr std::array<std::string_view, 1> demo_archives{"DEMO_UK.ABA"};
constexpr std::array<std::string_view, 3> magazine_archives{"GLOB1_FB.ABA", "GLOB2_FB.ABA", "GLOB_FR.ABA"};

constexpr auto little = Endian::little;
constexpr auto big = Endian::big;

constexpr std::array<ReleaseInfo, 12> table{{
    {Release::dos_demo, "dos-demo", "DOS demo", "DEMO_UK.ABA", little, true, demo_archives},
    {Release::dos_magazine, "dos-magazine", "DOS, French magazine edition", "GLOB_FR.ABA", little, true,
     magazine_archives},
    {Release::dos_cd, "dos-cd", "DOS CD", "INTRO.SEQ", little, true, {}},
    {Release::dos_ssi, "dos-ssi", "DOS (SSI, USA)", "MENU1SSI.MAP", little, true, {}},
    {Release::dos_floppy, "dos-floppy", "DOS floppy", "LEVEL1.MAP", little, true, {}},
    {Release::dos_demo_french, "dos-demo-french", "DOS demo (French)", "LEVEL1.BNQ", little, true, {}},
    {Release::mega_drive, "mega-drive", "Mega Drive", "PRESENT.LEV", big, false, {}},
    {Release::amiga, "amiga", "Amiga", "LEVEL1.LEV", big, false, {}},
    {Release::amiga_demo, "amiga-demo", "Amiga demo", "DEMO.LEV", big, false, {}},
    {Release::macintosh, "macintosh", "Macintosh", "FLASHBACK.BIN", big, false, {}},
    {Release::macintosh, "macintosh", "Macintosh", "FLASHBACK.RSRC", big, false, {}},
    {Release::pc98, "pc98", "PC-98", "GLOBAL.PAQ", little, false, {}},
}};

struct LanguageInfo {
    std::string_view name, prefix, text_extension;
};
constexpr std::array<LanguageInfo, 5> languages{{{"English", "ENG", "TBN"},
                                                 {"French", "FR_", "TBF"},
                                                 {"German", "GER", "TBG"},
                                                 {"Spanish", "SPA", "TBS"},
                                                 {"Italian", "ITA", "TBI"}}};

const LanguageInfo& info(Language language) { return languages[static_cast<std::size_t>(language)]; }

} // namespace

std::span<const ReleaseInfo> releases() { return table; }

const ReleaseInfo& info(Release release) {
    for (const ReleaseInfo& row : table)
        if (row.release == release) return row;
    return table.front(); // every release has a row
}

bool is_dos(Release release) { return release <= Release::dos_demo_french; }

std::string_view language_name(Language language) { return info(language).name; }
std::string_view language_prefix(Language language) { return info(language).prefix; }
std::string_view text_extension(Language language) { return info(language).text_extension; }

} // namespace rekindle::flashback
