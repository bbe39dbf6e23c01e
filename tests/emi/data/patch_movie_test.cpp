// Patches and movies. There are no samples: the files are worked out by hand from the specification (§16,
// §18).
#include <gtest/gtest.h>

#include "base/deflate.h"
#include "emi/data/movie.h"
#include "emi/data/patch.h"
#include "support/damage.h"

namespace rekindle::emi {
namespace {

Bytes bytes_of(std::string_view text) { return {text.begin(), text.end()}; }
std::string text_of(const Bytes& bytes) { return {bytes.begin(), bytes.end()}; }

// ABCDEFGH becomes ABXDzzGH: four bytes with C^X among the differences, zz added, two of the target passed
// over; then two bytes as they are.
Patch example(std::uint32_t flags) {
    const Bytes control{4, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
    Patch patch;
    patch.flags = flags;
    // MD5 of "ABCDEFGH".
    patch.md5 = {0x47, 0x83, 0xE7, 0x84, 0xB4, 0xFA, 0x2F, 0xBA,
                 0x9E, 0x4D, 0x65, 0x02, 0xDB, 0xC6, 0x4F, 0x8F};
    patch.target_size = patch.new_size = 8;
    const bool inside = (flags & patch_flag::additions_inside) != 0;
    patch.control = (flags & patch_flag::control_packed) != 0 ? gzip(control) : control;
    patch.differences = gzip(inside ? Bytes{0, 0, 0x1B, 0, 'z', 'z', 0, 0} : Bytes{0, 0, 0x1B, 0, 0, 0});
    if (!inside) patch.additions = gzip(bytes_of("zz"));
    return patch;
}

std::string deciphered(std::string text) {
    for (char& c : text) c = static_cast<char>(static_cast<unsigned char>(c) ^ 0xD2);
    return text;
}

} // namespace

TEST(Patch, HasItsHeaderAndThreeStreamsFromByte48) {
    const Patch patch = example(0);
    const Bytes bytes = write_patch(patch).value();
    EXPECT_EQ(text_of(Bytes(bytes.begin(), bytes.begin() + 4)), "PATR");
    EXPECT_EQ(Bytes(bytes.begin() + 4, bytes.begin() + 12), (Bytes{2, 0, 0, 0, 0, 0, 0, 0}));
    EXPECT_EQ(bytes[28], 8); // target
    EXPECT_EQ(bytes[32], 8); // new
    EXPECT_EQ(bytes[36], 24);
    EXPECT_EQ(bytes[48], 4); // the first step
    EXPECT_EQ(bytes[72], 0x1F);
    EXPECT_EQ(read_patch(bytes, "a.patchr").value(), patch);
    EXPECT_EQ(write_patch(read_patch(bytes, "a.patchr").value()).value(), bytes);
}

TEST(Patch, CopiesDifferencesAndAdditionsAndMoves) {
    for (const std::uint32_t flags : {0u, 1u, 2u, 3u}) {
        const Patch patch = example(flags);
        EXPECT_TRUE(fits(patch, as_bytes("ABCDEFGH")));
        EXPECT_FALSE(fits(patch, as_bytes("ABCDEFGX")));
        EXPECT_FALSE(fits(patch, as_bytes("ABCDEFG")));
        const auto made = apply_patch(patch, as_bytes("ABCDEFGH"), "a.patchr");
        ASSERT_TRUE(made) << made.error().line();
        EXPECT_EQ(text_of(*made), "ABXDzzGH") << flags;
    }
}

TEST(Patch, OwnOnesMakeShorterAndLongerFiles) {
    const Bytes target(6000, 'a');
    for (const Bytes& wanted : {Bytes(7000, 'b'), Bytes(1, 'b'), Bytes()}) {
        const auto patch = read_patch(write_patch(make_patch(target, wanted)).value(), "x");
        ASSERT_TRUE(patch && fits(*patch, target));
        EXPECT_EQ(apply_patch(*patch, target, "x").value(), wanted);
    }
}

TEST(Patch, RefusesStepsOutsideItsStreamsAndOtherVersions) {
    const auto with = [](std::size_t at, Byte value) {
        Patch patch = example(0);
        patch.control[at] = value;
        return apply_patch(patch, as_bytes("ABCDEFGH"), "a.patchr");
    };
    for (const auto& [at, value] : {std::pair{0, 9}, {4, 3}, {8, 5}, {11, 0xFF}, {12, 3}, {16, 1}})
        EXPECT_EQ(with(static_cast<std::size_t>(at), static_cast<Byte>(value)).error().expected,
                  "a step within target and streams")
            << at;
    EXPECT_EQ(with(0, 3).error().expected, "steps for 8 bytes");
    Bytes other = write_patch(example(0)).value();
    other[4] = 1;
    EXPECT_EQ(read_patch(other, "a").error().expected, "a patch of version 2");
    const Bytes good = write_patch(example(2)).value();
    const auto load = [](const Bytes& bytes) {
        const auto patch = read_patch(bytes, "x");
        if (!patch) return;
        EXPECT_EQ(write_patch(*patch).value(), bytes);
        (void)apply_patch(*patch, as_bytes("ABCDEFGH"), "x");
    };
    test::for_each_truncation(good, load);
    test::for_each_bit_flip(good, load);
}

TEST(Movie, HasSubtitlesBeforeItsVideo) {
    const std::string head = "59\r\nBEGINDATA\r\n10\t25\t/jaa001\r\n30\t31\tb\r\nENDOFDATA\n\n";
    ASSERT_EQ(5 + head.size(), 55u);
    const std::string text = "SMUSH" + deciphered(head + "fill") + "BIKi and so on";
    const auto movie = read_movie(as_bytes(text), "intro.m4b");
    ASSERT_TRUE(movie) << movie.error().line();
    EXPECT_EQ(text_of(movie->video), "BIKi and so on");
    EXPECT_EQ(movie_subtitles(*movie, "x").value(),
              (std::vector<Subtitle>{{10, 25, "/jaa001"}, {30, 31, "b"}}));
    EXPECT_EQ(text_of(write_movie(*movie).value()), text);
    EXPECT_EQ(read_movie(as_bytes("BIKi"), "logo.m4b").value(), (Movie{{}, bytes_of("BIKi")}));
}

TEST(Movie, OwnOnesComeBack) {
    const std::vector<Subtitle> subtitles{{1, 2, "a"}, {3, 40, "/b"}};
    const auto movie = make_movie(subtitles, bytes_of("BIKi."));
    const auto again = read_movie(write_movie(*movie).value(), "x");
    ASSERT_TRUE(again) << again.error().line();
    EXPECT_EQ(*again, *movie);
    EXPECT_EQ(movie_subtitles(*again, "x").value(), subtitles);
    EXPECT_FALSE(make_movie(std::vector<Subtitle>(1000, {1, 2, "key"}), bytes_of("BIK")));
    EXPECT_EQ(read_subtitles(write_subtitles(subtitles), "x.sub").value(), subtitles);
}

TEST(Movie, RefusesWhatCannotBeRight) {
    EXPECT_EQ(read_movie(as_bytes("MOOV"), "logo.m4b").error().line(),
              "logo.m4b at 0x0 (0): expected a video that begins with \"BIK\", found something else");
    const auto wrapped = [](const std::string& head) { return "SMUSH" + deciphered(head) + "BIK"; };
    for (const char* head : {"", "x\n", "4\n", "8192\n", "99\n", "7 9\n"})
        EXPECT_EQ(read_movie(as_bytes(wrapped(head)), "x").error().expected,
                  "the position of the video, below 0x2000 and within the file")
            << head;
    EXPECT_EQ(read_subtitles(as_bytes("1\t2\ta\n1\t2\n"), "x.sub").error().line(),
              "x.sub:2: expected first frame, last frame and key with TABs between, found \"1\t2\"");
    const Bytes good =
        write_movie(*make_movie(std::vector<Subtitle>{{1, 2, "a"}}, bytes_of("BIKi."))).value();
    const auto load = [](const Bytes& bytes) {
        const auto movie = read_movie(bytes, "x");
        if (!movie) return;
        EXPECT_EQ(write_movie(*movie).value(), bytes);
        (void)movie_subtitles(*movie, "x");
    };
    test::for_each_truncation(good, load);
    test::for_each_bit_flip(good, load);
}

} // namespace rekindle::emi
