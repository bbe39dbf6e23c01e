#include "emi/sound/mp3.h"

#include <gtest/gtest.h>

#include "support/damage.h"

namespace rekindle::emi {
namespace {

// MPEG-1 layer III, 128 kbit/s, 44100 Hz, stereo: 417 bytes a frame; empty side information is silence.
Bytes silent_frames(int count) {
    Bytes bytes;
    for (int i = 0; i < count; ++i) {
        bytes.insert(bytes.end(), {0xFF, 0xFB, 0x90, 0x00});
        bytes.resize(bytes.size() + 413);
    }
    return bytes;
}

// MPEG-1 layer I, 32 kbit/s, 32000 Hz, mono: 12 slots of 4 bytes, 384 samples a frame. Subband 0 has 2-bit
// samples with scale factor `scale`; all are 2 (the largest), a loud tone at the bottom.
Bytes layer_one_frames(int count) {
    Bytes bytes;
    for (int i = 0; i < count; ++i) {
        Bytes frame{0xFF, 0xFF, 0x18, 0xC0, 0x10};
        frame.resize(48);
        frame[20] = 0; // allocations are bytes 4..19; then scale factor 0 and the samples, 2 bits each
        for (std::size_t b = 20; b < 24; ++b) frame[b] = 0x02;
        frame[20] = 0x02;
        frame[21] = 0xAA;
        frame[22] = 0xAA;
        frame[23] = 0x80;
        bytes.insert(bytes.end(), frame.begin(), frame.end());
    }
    return bytes;
}

} // namespace

TEST(Mp3, SilentFramesDecodeToSilence) {
    const auto pcm = decode_mp3(silent_frames(20), "silence.mp3");
    ASSERT_TRUE(pcm) << pcm.error().line();
    EXPECT_EQ(pcm->rate, 44100u);
    EXPECT_EQ(pcm->channels, 2);
    EXPECT_GE(pcm->samples.size(), 2u * 1152 * 19);
    EXPECT_LE(pcm->samples.size(), 2u * 1152 * 20);
    EXPECT_EQ(std::count(pcm->samples.begin(), pcm->samples.end(), 0),
              static_cast<long>(pcm->samples.size()));
}

TEST(Mp3, SoundIsNotSilence) {
    const auto pcm = decode_mp3(layer_one_frames(20), "tone.mp3");
    ASSERT_TRUE(pcm) << pcm.error().line();
    EXPECT_EQ(pcm->channels, 1);
    EXPECT_EQ(pcm->rate, 32000u);
    const auto loudest = *std::max_element(pcm->samples.begin(), pcm->samples.end());
    EXPECT_GT(loudest, 1000);
}

TEST(Mp3, AStreamGivesTheSamePieceByPieceAndAfterSeeking) {
    const Bytes mp3 = layer_one_frames(40);
    const auto whole = decode_mp3(mp3, "tone.mp3");
    auto stream = Mp3Stream::open(mp3, "tone.mp3");
    ASSERT_TRUE(whole && stream);
    std::vector<std::int16_t> pieces;
    for (auto part = stream->read(100); !part.empty(); part = stream->read(100))
        pieces.insert(pieces.end(), part.begin(), part.end());
    EXPECT_EQ(pieces, whole->samples);
    stream->seek(0);
    const auto again = stream->read(500);
    EXPECT_TRUE(std::equal(again.begin(), again.end(), whole->samples.begin()));
}

TEST(Mp3, RefusesWhatHasNoFramesAndSurvivesDamage) {
    EXPECT_EQ(decode_mp3(Bytes(5000, 0x20), "text.mp3").error().file, "text.mp3");
    EXPECT_FALSE(decode_mp3(Bytes{}, "empty.mp3"));
    const Bytes good = layer_one_frames(6);
    test::for_each_truncation(good, [](const Bytes& bytes) { (void)decode_mp3(bytes, "x"); });
    Bytes bytes = good;
    for (std::size_t at = 0; at < bytes.size(); ++at) {
        bytes[at] = static_cast<Byte>(bytes[at] ^ 0x55);
        (void)decode_mp3(bytes, "x");
        bytes[at] = good[at];
    }
}

} // namespace rekindle::emi
