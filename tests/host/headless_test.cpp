#include <gtest/gtest.h>

#include <unistd.h>

#include "base/files.h"
#include "host/headless.h"
#include "host/sheet.h"
#include "small_game.h"

namespace rekindle::host {
using test::SmallGame;
namespace {

struct Folder {
    std::filesystem::path path =
        std::filesystem::temp_directory_path() / ("rekindle-headless-" + std::to_string(getpid()));
    ~Folder() { std::filesystem::remove_all(path); }
};

Recording held(ActionMask mask, int steps) {
    Recording recording;
    for (int i = 0; i < steps; ++i) recording.add({.held = mask, .pressed = i == 0 ? mask : 0});
    return recording;
}

} // namespace

TEST(Headless, RunsTheRecordingAndWritesEveryKthPictureAndASheet) {
    const Folder folder;
    SmallGame game;
    RecordedInput input(held(SmallGame::right, 20));
    const HeadlessReport report =
        run_headless(game, input,
                     {.steps = 25, .every = 10, .folder = folder.path, .on_event = {}, .record = nullptr})
            .value();
    EXPECT_EQ(report.steps, 25u);
    EXPECT_EQ(game.x, 20);
    EXPECT_EQ(report.finished, "");
    ASSERT_EQ(report.pictures.size(), 3u); // 10, 20 and the last
    EXPECT_EQ(report.pictures[0].filename(), "tick_000010.png");
    EXPECT_EQ(report.pictures[2].filename(), "tick_000025.png");
    const IndexedPng picture = decode_indexed_png(read_file(report.pictures[1]).value(), "picture").value();
    EXPECT_EQ(picture.picture.at(19, 24), 0);
    EXPECT_EQ(picture.picture.at(20, 24), 1);
    EXPECT_EQ(picture.palette[1], (Color{255, 170, 0}));
    const RgbaPicture sheet = decode_png(read_file(report.sheet).value(), "sheet").value();
    EXPECT_EQ(sheet.width, 8 + 3 * (64 + 8));
}

TEST(Headless, EndsWithTheGameAndSaysWhy) {
    SmallGame game;
    RecordedInput input(held(SmallGame::escape, 1));
    const HeadlessReport report =
        run_headless(game, input, {.steps = 100, .every = 0, .folder = {}, .on_event = {}, .record = nullptr})
            .value();
    EXPECT_EQ(report.steps, 1u);
    EXPECT_EQ(report.finished, "left");
    EXPECT_TRUE(report.pictures.empty());
}

TEST(Headless, PassesEventsOnAndRecordsItsInput) {
    SmallGame game;
    const Recording given = held(SmallGame::use, 3);
    RecordedInput input(given);
    Recording record;
    std::vector<std::string> events;
    run_headless(game, input,
                 {.steps = 3,
                  .every = 0,
                  .folder = {},
                  .on_event = [&](const Event& event) { events.push_back(event.text); },
                  .record = &record})
        .value();
    EXPECT_EQ(events, std::vector<std::string>{"click"});
    EXPECT_EQ(record, given);
}

TEST(Headless, APlaceThatCannotBeWrittenIsAnError) {
    SmallGame game;
    RecordedInput input({});
    const auto report = run_headless(
        game, input, {.steps = 1, .every = 1, .folder = "/proc/nowhere", .on_event = {}, .record = nullptr});
    ASSERT_FALSE(report.has_value());
    EXPECT_EQ(exit_code(report.error().kind), 2);
}

TEST(Sheet, PutsPicturesInRowsWithLabelsUnderThem) {
    const RgbaPicture white{.width = 16, .height = 8, .pixels = Bytes(16 * 8 * 4, 255)};
    const SheetItem items[] = {{"1", white}, {"2", white}, {"3", white}};
    const RgbaPicture sheet = contact_sheet(items, 2);
    EXPECT_EQ(sheet.width, 8 + 2 * 24);
    EXPECT_EQ(sheet.height, 8 + 2 * (8 + 16 + 8));
    const auto red = [&](int x, int y) {
        return sheet.pixels[static_cast<std::size_t>(4 * (y * sheet.width + x))];
    };
    EXPECT_EQ(red(8, 8), 255);
    EXPECT_EQ(red(32, 8), 255);
    EXPECT_EQ(red(8, 40), 255);
    EXPECT_EQ(red(32, 40), 24);       // no fourth picture
    EXPECT_EQ(red(8, 8 + 8 + 3), 24); // "1": .#.
    EXPECT_EQ(red(10, 8 + 8 + 3), 220);
}

TEST(Sheet, OfNothingIsOnlyPaper) { EXPECT_EQ(contact_sheet({}, 5).width, 8 + 8); }

} // namespace rekindle::host
