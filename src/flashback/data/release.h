#pragma once
// The releases of the game and the files that give them away (formats §1). DataSet decides with this table;
// identify prints it.

#include <cstdint>
#include <span>
#include <string_view>

#include "base/bytes.h"

namespace rekindle::flashback {

enum class Release : std::uint8_t {
    dos_demo,     // DEMO_UK.ABA
    dos_magazine, // three archives, French
    dos_cd,
    dos_ssi,
    dos_floppy,
    dos_demo_french,
    mega_drive,
    amiga,
    amiga_demo,
    macintosh,
    pc98,
};

enum class Language : std::uint8_t { english, french, german, spanish, italian };

struct ReleaseInfo {
    Release release;
    std::string_view key;    // for programs: "dos-demo"
    std::string_view title;  // for people
    std::string_view marker; // the file that exists
    Endian logic;            // byte order of PGE, OBJ, ANI and TBN
    bool readable;           // its formats are known well enough to read its levels
    std::span<const std::string_view> archives;
};

// In the order of deciding: the first whose marker exists is it.
std::span<const ReleaseInfo> releases();
const ReleaseInfo& info(Release release);
bool is_dos(Release release);

std::string_view language_name(Language language); // "English"
// The prefix of ENGCINE.TXT and the like.
std::string_view language_prefix(Language language);
// The extension of the level texts, which falls back to "TBN" where that file is not there (formats §4).
std::string_view text_extension(Language language);

} // namespace rekindle::flashback
