// Sound containers and music tables. There are no samples of these: values are worked out by hand from the
// specification (§15), the rest are round trips.
#include <cmath>

#include <gtest/gtest.h>

#include "emi/data/aiff.h"
#include "emi/data/console_sound.h"
#include "emi/data/music.h"
#include "emi/data/vima.h"
#include "emi/data/voice.h"
#include "emi/data/wave_head.h"
#include "support/damage.h"

namespace rekindle::emi {
namespace {

Bytes text_bytes(std::string_view text) { return {text.begin(), text.end()}; }

Pcm tone(std::uint16_t channels, std::size_t frames) {
    Pcm pcm{22050, channels, {}};
    for (std::size_t i = 0; i < frames; ++i)
        for (std::uint16_t c = 0; c < channels; ++c)
            pcm.samples.push_back(
                static_cast<std::int16_t>(9000 * std::sin(static_cast<double>(i) * (c + 1) * 0.05)));
    return pcm;
}

// Bits as text, blanks ignored, filled up with zeros to whole bytes.
Bytes bits(std::string_view text) {
    Bytes bytes;
    std::size_t count = 0;
    for (const char c : text) {
        if (c == ' ') continue;
        if (count % 8 == 0) bytes.push_back(0);
        if (c == '1') bytes.back() = static_cast<Byte>(bytes.back() | 0x80 >> count % 8);
        ++count;
    }
    return bytes;
}

Bytes joined(Bytes a, const Bytes& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

// A mono console sound of the given groups.
Bytes console_file(const Bytes& data) {
    ConsoleSound sound;
    sound.channels.resize(1);
    sound.channels[0].size = static_cast<std::uint32_t>(data.size());
    sound.channels[0].version = 3;
    sound.channels[0].rate = 32000;
    sound.filler.resize(0x80 - 32);
    sound.data = data;
    return write_console_sound(sound).value();
}

} // namespace

// Index 0: width 4, step 7. 0 001: 7 >> 2 + 7 >> 3 = 1. 1 010: -(7 >> 1) = -3. 0 111: the next 16 bits, index
// 0 + 6. Index 6, step 13: 0 100: 13 + 13 >> 3 = 14, index 7. Index 7, step 14: 1 000: nothing (no rest
// either), index 6.
TEST(Vima, FollowsTheSpecificationBitByBit) {
    const Bytes block = joined({0, 0, 100}, bits("0001 1010 0111 0001001000110100 0100 1000"));
    const auto decoded = decode_vima(block, 5);
    ASSERT_TRUE(decoded);
    EXPECT_EQ(decoded->channels, 1);
    EXPECT_EQ(decoded->samples, (std::vector<std::int16_t>{101, 98, 0x1234, 0x1234 + 14, 0x1234 + 14}));
}

// Index 74: width 7, step 8630. 0 100000: 8630 + 8630 >> 6, more than 32767 from 30000; index + 1.
TEST(Vima, WideCodesAndClamping) {
    const auto decoded = decode_vima(joined({74, 0x75, 0x30}, bits("0 100000 1 000001")), 2);
    ASSERT_TRUE(decoded);
    EXPECT_EQ(decoded->samples[0], 32767);
    // Index 75, step 9493: 1 000001: -(9493 >> 5) - (9493 >> 6).
    EXPECT_EQ(decoded->samples[1], 32767 - 296 - 148);
}

TEST(Vima, StereoChannelsFollowOneAnother) {
    const Bytes block = joined({0xFF, 0, 10, 0, 0, 20}, bits("0001 0001 1001 1001"));
    const auto decoded = decode_vima(block, 4);
    ASSERT_TRUE(decoded);
    EXPECT_EQ(decoded->channels, 2);
    EXPECT_EQ(decoded->samples, (std::vector<std::int16_t>{11, 19, 12, 18}));
}

TEST(Vima, RefusesABadIndexAndCodesPastTheEnd) {
    EXPECT_FALSE(decode_vima(Bytes{89, 0, 0, 0}, 1));
    EXPECT_TRUE(decode_vima(Bytes{88, 0, 0, 0}, 1));
    EXPECT_FALSE(decode_vima(Bytes{0, 0, 0, 0}, 3));
    EXPECT_TRUE(decode_vima(Bytes{0, 0, 0, 0}, 2));
    EXPECT_FALSE(decode_vima(Bytes{}, 0));
}

TEST(Voice, SoundSurvivesCodingWithSmallErrors) {
    for (const std::uint16_t channels : {1, 2}) {
        const Pcm pcm = tone(channels, 10000);
        const Bytes bytes = write_voice(make_voice(pcm)).value();
        EXPECT_LT(bytes.size(), 2 * pcm.samples.size() / 3);
        const auto voice = read_voice(bytes, "x.wvc");
        ASSERT_TRUE(voice) << voice.error().line();
        EXPECT_EQ(voice->blocks.size(), (pcm.samples.size() + 4095) / 4096);
        EXPECT_EQ(write_voice(*voice).value(), bytes);
        const auto back = voice_pcm(*voice, "x.wvc");
        ASSERT_TRUE(back) << back.error().line();
        ASSERT_EQ(back->samples.size(), pcm.samples.size());
        EXPECT_EQ(back->rate, pcm.rate);
        int worst = 0;
        for (std::size_t i = 0; i < pcm.samples.size(); ++i)
            worst = std::max(worst, std::abs(back->samples[i] - pcm.samples[i]));
        EXPECT_LT(worst, 700);
    }
}

TEST(Voice, RefusesWhatCannotBeRight) {
    const Bytes good = write_voice(make_voice(tone(1, 5000))).value();
    const auto error_with = [&](std::size_t at, Byte value) {
        Bytes bad = good;
        bad[at] = value;
        const auto voice = read_voice(bad, "bad.wvc");
        return voice ? std::string("accepted") : voice.error().line();
    };
    EXPECT_EQ(error_with(0, 'X'), "bad.wvc at 0x0 (0): expected \"MCMP\", found 58 43 4d 50");
    EXPECT_EQ(error_with(5, 0), "bad.wvc at 0x4 (4): expected at least a header block, found 0");
    EXPECT_EQ(error_with(18, 0x21),
              "bad.wvc at 0x10 (16): expected at most 0x2000 decoded bytes, found 8448");
    EXPECT_EQ(error_with(11, 0xFF),
              "bad.wvc at 0x2d (45): expected 4278190124 more bytes, found 2561 before the end");
    EXPECT_NE(error_with(6 + 27 + 2 + 10, 'r').find("\"RIFF\""), std::string::npos);
    const auto load = [](const Bytes& bytes) {
        const auto voice = read_voice(bytes, "x");
        if (!voice) return;
        EXPECT_EQ(write_voice(*voice).value(), bytes);
        (void)voice_pcm(*voice, "x");
    };
    test::for_each_truncation(good, load);
    test::for_each_bit_flip(good, load);
}

TEST(ConsoleSound, GroupsAreDecodedAsTheSpecificationSays) {
    // Predictor 1 (60/64), shift 0: nibble 1 is 0x1000, nibble F is -0x1000. 4096; then 0 + 3840; 3600; …
    Bytes group(16);
    group[0] = 0x10;
    group[2] = 0x01;
    const auto decoded = decode_adpcm(group);
    ASSERT_TRUE(decoded);
    ASSERT_EQ(decoded->samples.size(), 28u);
    EXPECT_EQ(decoded->samples[0], 4096);
    EXPECT_EQ(decoded->samples[1], 3840);
    EXPECT_EQ(decoded->samples[2], 3600);
    EXPECT_EQ(decoded->samples[4], 3164); // 3164.0625 of 3375
    // Predictor 4 (122/64, -60/64), shift 4: 0xF000 >> 4 = -256, then -256 * 122 / 64 = -488, which is cut
    // towards zero after adding one half: -487.
    group = Bytes(16);
    group[0] = 0x44;
    group[2] = 0x0F;
    EXPECT_EQ(decode_adpcm(group)->samples[0], -255);
    EXPECT_EQ(decode_adpcm(group)->samples[1], -487);
    group[0] = 0x50;
    EXPECT_FALSE(decode_adpcm(group));
}

TEST(ConsoleSound, FlagsLoopAndEnd) {
    Bytes groups(16 * 4);
    groups[16 + 1] = 6;
    groups[32 + 1] = 3;
    const auto looping = decode_adpcm(groups);
    ASSERT_TRUE(looping);
    EXPECT_EQ(looping->samples.size(), 56u);
    EXPECT_EQ(looping->loop_start, 28u);
    EXPECT_TRUE(looping->loops);
    groups[32 + 1] = 7;
    EXPECT_EQ(decode_adpcm(groups)->samples.size(), 56u);
    EXPECT_FALSE(decode_adpcm(groups)->loops);
}

TEST(ConsoleSound, MonoAndStereoFilesComeBack) {
    Bytes group(32);
    group[2] = 0x07;
    group[16] = 0x01;
    const Bytes mono = console_file(group);
    const auto sound = read_console_sound(mono, "x.scx");
    ASSERT_TRUE(sound) << sound.error().line();
    EXPECT_EQ(write_console_sound(*sound).value(), mono);
    EXPECT_EQ(console_pcm(*sound, "x")->samples.size(), 56u);
    EXPECT_EQ(console_pcm(*sound, "x")->rate, 32000u);

    ConsoleSound stereo = *sound;
    stereo.block_size = 16;
    stereo.channels[0].tag = {'L', 'E', 'F', 'T'};
    stereo.channels.push_back(stereo.channels[0]);
    stereo.channels[1].tag = {'R', 'G', 'H', 'T'};
    stereo.filler.resize(0x80 - 40);
    const Bytes bytes = write_console_sound(stereo).value();
    const auto again = read_console_sound(bytes, "y.scx");
    ASSERT_TRUE(again) << again.error().line();
    const auto pcm = console_pcm(*again, "y.scx");
    ASSERT_TRUE(pcm);
    EXPECT_EQ(pcm->channels, 2);
    ASSERT_EQ(pcm->samples.size(), 56u);
    EXPECT_EQ(pcm->samples[0], 0x7000); // left: the first group
    EXPECT_EQ(pcm->samples[1], 0);      // right: the second
    stereo.channels[1].rate = 1;
    EXPECT_EQ(write_console_sound(stereo).error().expected, "the same rate for both channels");
    Bytes differing = bytes;
    differing[0x80 + 64 + 16] = 1;
    EXPECT_EQ(read_console_sound(differing, "z.scx").error().expected, "the same rate for both channels");
    const auto load = [](const Bytes& damaged) {
        const auto read = read_console_sound(damaged, "x");
        if (!read) return;
        EXPECT_EQ(write_console_sound(*read).value(), damaged);
        (void)console_pcm(*read, "x");
    };
    test::for_each_truncation(bytes, load);
    test::for_each_bit_flip(bytes, load);
}

TEST(Aiff, ReadsTheStandardsRateAndKeepsEveryChunk) {
    // 22050 Hz in 80 bits: 400D AC44 0000 0000 0000.
    const std::array<std::uint8_t, 10> rate{0x40, 0x0D, 0xAC, 0x44};
    EXPECT_EQ(aiff_rate(rate), 22050u);
    Writer out;
    out.text("FORM");
    out.u32(4 + 26 + 10 + 20, Endian::big);
    out.text("AIFFCOMM");
    out.u32(18, Endian::big);
    out.u16(1, Endian::big);
    out.u32(2, Endian::big);
    out.u16(16, Endian::big);
    out.bytes(rate);
    out.text("NAME");
    out.u32(1, Endian::big);
    out.text("x");
    out.u8(9); // an odd pad byte
    out.text("SSND");
    out.u32(12, Endian::big);
    out.fill(8);
    out.i16(-2, Endian::big);
    out.i16(300, Endian::big);
    const Bytes bytes = out.take();
    const auto aiff = read_aiff(bytes, "x.aif");
    ASSERT_TRUE(aiff) << aiff.error().line();
    EXPECT_EQ(aiff_pcm(*aiff), (Pcm{22050, 1, {-2, 300}}));
    EXPECT_EQ(write_aiff(*aiff), bytes);
    const auto load = [](const Bytes& damaged) {
        const auto read = read_aiff(damaged, "x");
        if (!read) return;
        EXPECT_EQ(write_aiff(*read), damaged);
        (void)aiff_pcm(*read);
    };
    test::for_each_truncation(bytes, load);
    test::for_each_bit_flip(bytes, load);
}

TEST(Aiff, OwnSoundsComeBack) {
    const Pcm pcm = tone(2, 100);
    const Bytes bytes = write_aiff(make_aiff(pcm));
    EXPECT_EQ(Reader(ByteView(bytes).subspan(4), "").u32(Endian::big), bytes.size() - 8);
    const auto aiff = read_aiff(bytes, "x.aif");
    ASSERT_TRUE(aiff) << aiff.error().line();
    EXPECT_EQ(aiff_pcm(*aiff), pcm);
}

TEST(Aiff, RefusesOtherCodecs) {
    Aiff aiff = make_aiff(tone(1, 4));
    aiff.aifc = true;
    aiff.chunks[0].data.insert(aiff.chunks[0].data.end(), {'s', 'o', 'w', 't', 0, 0});
    EXPECT_EQ(read_aiff(write_aiff(aiff), "x.aif").error().line(),
              "x.aif at 0xc (12): expected codec NONE, found sowt");
    aiff.chunks.pop_back();
    EXPECT_EQ(read_aiff(write_aiff(aiff), "x.aif").error().expected, "chunks COMM and SSND");
}

TEST(Music, IsAHeadAndFrames) {
    const Bytes bytes = joined(make_wave_head({2, 44100, 16, 1000}), {0xFF, 0xFB});
    const auto music = read_music(bytes, "x.m4b");
    ASSERT_TRUE(music);
    EXPECT_EQ(parse_wave_head(music->head).rate, 44100u);
    EXPECT_EQ(music->mp3, (Bytes{0xFF, 0xFB}));
    EXPECT_EQ(write_music(*music), bytes);
    EXPECT_FALSE(read_music(ByteView(bytes).first(43), "x.m4b"));
    EXPECT_FALSE(read_music(Bytes(50), "x.m4b"));
}

TEST(MusicCue, StartsAndJumps) {
    const Bytes text = text_bytes("# made by hand\r\n.START 1500\r\n.jump 90000 3000 \r\n");
    auto cue = read_music_cue(text, "x.jmm");
    ASSERT_TRUE(cue) << cue.error().line();
    EXPECT_EQ(cue->start, 1500u);
    EXPECT_EQ(cue->jump, (MusicCue::Jump{90000, 3000}));
    EXPECT_TRUE(cue->loops());
    EXPECT_EQ(write_music_cue(*cue), text);
    cue->jump->end = 3000;
    EXPECT_FALSE(cue->loops());
    const auto again = read_music_cue(write_music_cue(*cue), "y.jmm");
    ASSERT_TRUE(again);
    EXPECT_EQ(*again, *cue);
    EXPECT_EQ(read_music_cue(text_bytes(".jump 1\n"), "x.jmm").error().line(),
              "x.jmm at 0x0 (0): expected .jump <loop end ms> <loop start ms>, found .jump 1");
    EXPECT_EQ(read_music_cue(text_bytes(".start 7"), "x.jmm")->start,
              0u); // a last line without LF is ignored
}

TEST(MusicTable, ReadsTheStatesOfGameAndDemo) {
    const Bytes text = text_bytes(
        ".cuebutton id 0 x 1 y 2 sync 0 type silence\r\n*/\r\n"
        ".cuebutton id 12, x 30 y 40 sync: 5 type ambient\r\n.playfile trim 90 \"a\\Town.m4b\"\r\n*/\r\n");
    auto table = read_music_table(text, "x.imt");
    ASSERT_TRUE(table) << table.error().line();
    ASSERT_EQ(table->states.size(), 2u);
    EXPECT_EQ(table->states[0], (MusicState{0, 1, 2, 0, "silence", "", 0, ""}));
    EXPECT_EQ(table->states[1], (MusicState{12, 30, 40, 5, "ambient", "", 90, "a/town.m4b"}));
    EXPECT_EQ(write_music_table(*table), text);
    table->states[1].sync = 6;
    EXPECT_EQ(*read_music_table(write_music_table(*table), "y.imt"), *table);
    const auto demo = read_music_table(
        text_bytes(".cuebutton id 3 x 0 y 0 sync 0 \"Some Name\"\n.playfile \"x.m4b\"\n"), "d.imt");
    ASSERT_TRUE(demo) << demo.error().line();
    EXPECT_EQ(demo->states[0], (MusicState{3, 0, 0, 0, "", "some name", 0, "x.m4b"}));
    EXPECT_FALSE(read_music_table(text_bytes(".cuebutton id 126 x 0 y 0 sync 0 type a\n"), "x"));
    EXPECT_FALSE(read_music_table(text_bytes(".playfile trim 1 \"x\"\n"), "x"));
}

} // namespace rekindle::emi
