// The tables in docs/formats are made from the code: with REKINDLE_UPDATE_DOCS=1 this test writes them, else
// it compares.
#include <gtest/gtest.h>

#include "base/files.h"
#include "emi/data/aiff.h"
#include "emi/data/animation.h"
#include "emi/data/archive.h"
#include "emi/data/console_sound.h"
#include "emi/data/costume.h"
#include "emi/data/field_table.h"
#include "emi/data/font.h"
#include "emi/data/lip.h"
#include "emi/data/mesh.h"
#include "emi/data/patch.h"
#include "emi/data/set.h"
#include "emi/data/skeleton.h"
#include "emi/data/sprite.h"
#include "emi/data/text_table.h"
#include "emi/data/texture.h"
#include "emi/data/tile_picture.h"
#include "emi/data/voice.h"
#include "emi/data/wave_head.h"
#include "support/shared.h"

namespace rekindle::emi {
namespace {

struct Page {
    const char* name;
    std::string (*table)();
    const char* which = ""; // of several tables
};
constexpr Page pages[]{{"emi-set", field_table<Set>},
                       {"emi-costume", field_table<Costume>},
                       {"emi-mesh", field_table<Mesh>},
                       {"emi-skeleton", field_table<Skeleton>},
                       {"emi-animation", field_table<Animation>},
                       {"emi-sprite", field_table<Sprite>},
                       {"emi-tile-picture", field_table<TilePicture>},
                       {"emi-targa", field_table<Targa>},
                       {"emi-font", field_table<Font>},
                       {"emi-lip", field_table<Lip>},
                       {"emi-patch", field_table<Patch>},
                       {"emi-archive", archive_table},
                       {"emi-text-table", field_table<StoredTexts>},
                       {"emi-voice", field_table<Voice>},
                       {"emi-voice", field_table<WaveHead>, " RIFF head"},
                       {"emi-sounds", field_table<AiffCommon>, " COMM"},
                       {"emi-sounds", field_table<ConsoleSound>, " SCRX"}};

} // namespace

TEST(FormatPages, HaveTheTablesOfTheCode) {
    const std::string end = "<!-- end -->";
    for (const Page& page : pages) {
        const std::string begin = "<!-- table" + std::string(page.which) + " -->\n";
        const auto path = test::source_dir() / "docs/formats" / (std::string(page.name) + ".md");
        const Bytes bytes = test::must_read(path);
        std::string text(bytes.begin(), bytes.end());
        const std::size_t from = text.find(begin), to = text.find(end, from);
        ASSERT_TRUE(from != std::string::npos && to != std::string::npos) << page.name << page.which;
        const std::size_t start = from + begin.size();
        if (std::getenv("REKINDLE_UPDATE_DOCS") != nullptr) {
            text.replace(start, to - start, page.table());
            ASSERT_TRUE(write_file(path, text));
            continue;
        }
        EXPECT_EQ(text.substr(start, to - start), page.table())
            << page.name << ": REKINDLE_UPDATE_DOCS=1 writes it";
    }
}

} // namespace rekindle::emi
