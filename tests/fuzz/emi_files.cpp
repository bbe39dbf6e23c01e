// Every reader of emi/data: the first byte chooses it. What is read must be written back to the same bytes,
// and what looks deeper (pixels, samples, entries) must stay within them.

#include "base/deflate.h"
#include "emi/data/aiff.h"
#include "emi/data/animation.h"
#include "emi/data/archive.h"
#include "emi/data/console_sound.h"
#include "emi/data/costume.h"
#include "emi/data/font.h"
#include "emi/data/lip.h"
#include "emi/data/mesh.h"
#include "emi/data/movie.h"
#include "emi/data/music.h"
#include "emi/data/patch.h"
#include "emi/data/set.h"
#include "emi/data/skeleton.h"
#include "emi/data/sprite.h"
#include "emi/data/stored.h"
#include "emi/data/text_table.h"
#include "emi/data/texture.h"
#include "emi/data/tile_picture.h"
#include "emi/data/voice.h"
#include "fuzz/fuzz.h"
#include "support/emi_oracle.h"

using namespace rekindle;
using namespace rekindle::emi;

namespace {

void must_equal(const Expected<Bytes>& written, ByteView bytes) {
    if (!written || !std::equal(written->begin(), written->end(), bytes.begin(), bytes.end())) std::abort();
}

template <auto read, auto write>
void round_trip(ByteView bytes) {
    Notes notes;
    if (const auto value = read(bytes, "fuzz", &notes)) must_equal(write(*value), bytes);
}

void archive(ByteView bytes) {
    const auto value = read_archive(bytes, "fuzz");
    if (!value) return;
    std::vector<ByteView> contents;
    for (const ArchiveEntry& entry : value->entries) contents.push_back(contents_of(bytes, entry));
    must_equal(write_archive(*value, contents), bytes);
}

void tile_picture(ByteView bytes) {
    round_trip<read_tile_picture, write_tile_picture>(bytes);
    const auto value = read_tile_picture(bytes, "fuzz");
    if (value && value->pieces.size() < 8) (void)compose_layer(*value, 0);
}

void targa(ByteView bytes) {
    const auto value = read_targa(bytes, "fuzz");
    if (!value) return;
    must_equal(write_targa(*value), bytes);
    if (targa_pixels(*value).size() != std::size_t{value->width} * value->height * value->bits / 8)
        std::abort();
}

void font(ByteView bytes) {
    round_trip<read_font, write_font>(bytes);
    if (const auto value = read_font(bytes, "fuzz")) (void)font_sheet(*value);
}

void text_table(ByteView bytes) {
    const auto value = read_text_table(bytes, "fuzz", true);
    if (!value) return;
    must_equal(write_text_table(*value), bytes);
    (void)Translations(*value).translate("/a/b");
}

void voice(ByteView bytes) {
    const auto value = read_voice(bytes, "fuzz");
    if (!value) return;
    must_equal(write_voice(*value), bytes);
    (void)voice_pcm(*value, "fuzz");
}

void effect(ByteView bytes) {
    const auto value = read_aiff(bytes, "fuzz");
    if (!value) return;
    must_equal(write_aiff(*value), bytes);
    (void)aiff_pcm(*value);
}

void console_sound(ByteView bytes) {
    const auto value = read_console_sound(bytes, "fuzz");
    if (!value) return;
    must_equal(write_console_sound(*value), bytes);
    (void)console_pcm(*value, "fuzz");
}

void texts(ByteView bytes) {
    if (const auto value = read_texture_list(bytes, "fuzz")) must_equal(write_texture_list(*value), bytes);
    if (const auto value = read_music_cue(bytes, "fuzz")) (void)write_music_cue(*value);
    if (const auto value = read_music_table(bytes, "fuzz")) (void)write_music_table(*value);
    if (const auto value = read_music(bytes, "fuzz")) must_equal(write_music(*value), bytes);
}

void stored(ByteView bytes) { (void)open_stored(bytes, "fuzz"); }

void movie(ByteView bytes) {
    if (const auto value = read_movie(bytes, "fuzz")) {
        must_equal(write_movie(*value), bytes);
        (void)movie_subtitles(*value, "fuzz");
    }
    if (const auto lines = read_subtitles(bytes, "fuzz")) {
        const auto again = read_subtitles(write_subtitles(*lines), "again");
        if (!again || *again != *lines) std::abort();
    }
}

void patch(ByteView bytes) {
    round_trip<read_patch, write_patch>(bytes);
    if (const auto value = read_patch(bytes, "fuzz")) (void)apply_patch(*value, bytes, "fuzz");
}

struct Target {
    const char* extension;
    void (*run)(ByteView);
};
constexpr Target targets[]{{".setb", round_trip<read_set, write_set>},
                           {".cosb", round_trip<read_costume, write_costume>},
                           {".meshb", round_trip<read_mesh, write_mesh>},
                           {".sklb", round_trip<read_skeleton, write_skeleton>},
                           {".animb", round_trip<read_animation, write_animation>},
                           {".sprb", round_trip<read_sprite, write_sprite>},
                           {".lip", round_trip<read_lip, write_lip>},
                           {".m4b", archive},
                           {".til", tile_picture},
                           {".tga", targa},
                           {".laf", font},
                           {".tab", text_table},
                           {".wvc", voice},
                           {".aif", effect},
                           {".scx", console_sound},
                           {".sur", texts},
                           {".gz", stored},
                           {".sub", movie},
                           {".patchr", patch}};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const Byte* data, std::size_t size) {
    if (size == 0) return 0;
    targets[data[0] % std::size(targets)].run(ByteView(data + 1, size - 1));
    return 0;
}

static void write_seeds(test::SeedWriter& out) {
    const auto add = [&out](const std::string& name, ByteView bytes) {
        for (std::size_t i = 0; i < std::size(targets); ++i)
            if (name.ends_with(targets[i].extension)) out.add(name, bytes, static_cast<int>(i));
    };
    for (const auto& [name, bytes] : test::emi_oracle_files())
        if (name.starts_with("t_f") || name.ends_with(".tga") || name.ends_with(".sur"))
            if (bytes.size() < 8000) add(name, bytes);
    const Pcm pcm{22050, 1, {0, 100, 200, 100, 0, -100}};
    add("x.wvc", write_voice(make_voice(pcm)).value());
    add("x.aif", write_aiff(make_aiff(pcm)));
    add("x.tab", write_text_table(make_text_table(std::vector<TextEntry>{{"a", "text"}, {"b", "more"}})));
    const Bytes lip{'L', 'I', 'P', '!', 0, 0, 0, 0, 1, 0, 0x61, 0};
    add("x.lip", lip);
    add("x.gz", gzip(lip));
    ConsoleSound sound;
    sound.channels.resize(1);
    sound.channels[0].size = 32;
    sound.filler.resize(0x80 - 32);
    sound.data.resize(32);
    add("x.scx", write_console_sound(sound).value());
    add("x.patchr", write_patch(make_patch(lip, as_bytes("another"))).value());
    if (const auto movie = make_movie(std::vector<Subtitle>{{1, 2, "a"}}, {'B', 'I', 'K'}))
        add("x.sub", write_movie(*movie).value());
    Font font;
    font.codes = {65};
    font.glyphs = {{0, 2, 0, 0, 0, 2, 2}};
    font.pixels = {0xFF, 0x80, 0, 0xFF};
    if (const auto bytes = write_font(font)) add("x.laf", *bytes);
    add("x.imt.sur",
        as_bytes(".cuebutton id 1 x 0 y 0 sync 0 type a\n.playfile trim 0 \"a\\b\"\n.start 1\n.jump 2 1\n"));
}
RK_FUZZ_SEEDS(write_seeds)
