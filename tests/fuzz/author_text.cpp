// The readers of the authoring tools' text and drawings; the first byte chooses.
#include "author/flashback/figure.h"
#include "author/flashback/font_source.h"
#include "author/flashback/keys_source.h"
#include "author/flashback/logic.h"
#include "author/flashback/room_scene.h"
#include "fuzz/fuzz.h"

namespace {

using namespace rekindle;

constexpr int kinds = 6;

void read(int kind, std::string_view text) {
    const std::vector<author::SourceLine> lines = author::source_lines(text, "fuzz");
    switch (kind) {
    case 0: (void)author::compile_logic(lines, {{{"f", 0}}, {{"o", 0}}}); break;
    case 1: (void)author::read_drawings(lines); break;
    case 2: (void)author::draw_figures(lines); break;
    case 3: (void)author::paint_scenes(lines, {}); break;
    case 4: (void)author::read_glyphs(lines); break;
    case 5: (void)author::read_keys(lines); break;
    }
}

void write_seeds(test::SeedWriter& out) {
    out.add("logic",
            as_bytes("let a = 1\nroom r = 3\n  up r\nscript s\nrules u\n msg_hit(0) -> t, life gone\n"
                     "state t figure\n frames f~*2(-3,1) f\n sound 3\n use u\n"
                     " keys_up & edge_r0_next(-1) -> stay, do counter_set(a), turn, move 1 2, score 500\n"
                     "entity e\n state s.t\n at r 1 2\n wakes view\n"),
            0);
    out.add("drawing",
            as_bytes("picture a 1 2\n..12\n34..\npicture b 0 0 20 20\nput a 3 4\nhalo 9 9 8 c\n"
                     "rect 1 1 3 3 2\nline 0 0 9 9 5\ndots 3 1,2 3,4\n"),
            1);
    out.add("figure",
            as_bytes("color coat 1 2 3\npose p lean 3 near_arm 10 20 near_leg 3 4 free 0 2 roll 40\n"), 2);
    out.add("scene", as_bytes("texture t\n 12\n 34\nmaterial a t 40 1 2 3\nscene s\n lamp 3 4 50 60\n"), 3);
    out.add("glyphs", as_bytes("glyphs A 0x42\n.@. @@.\n@@@ @.@\n"), 4);
    out.add("keys", as_bytes("10 -\n3 up left\n"), 5);
}

} // namespace

RK_FUZZ_SEEDS(write_seeds)

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size > 0) read(data[0] % kinds, {reinterpret_cast<const char*>(data) + 1, size - 1});
    return 0;
}
