#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <thread>

#include <SDL.h>
#include <imgui.h>
#include <unistd.h>

#include "base/files.h"
#include "host/window.h"
#include "small_game.h"

// The window on SDL's dummy video driver: a real event queue and a software renderer, no display.
namespace rekindle::host {
using test::SmallGame;
namespace {

class Window : public ::testing::Test {
  protected:
    void SetUp() override { setenv("SDL_VIDEODRIVER", "dummy", 1); }

    // Keys go into SDL's queue from within the game's own steps, as a player's would between them.
    class Played final : public Game {
      public:
        explicit Played(std::vector<std::vector<SDL_Event>> script) : script_(std::move(script)) {}
        std::string title() const override { return game.title(); }
        Screen screen() const override { return game.screen(); }
        std::span<const Action> actions() const override { return game.actions(); }
        StepRate rate() const override { return {500, 1}; }
        std::span<const Event> step(const HostInput& input) override {
            const std::size_t now = game.inputs.size();
            const auto events = game.step(input);
            ++steps;
            if (now < script_.size())
                for (SDL_Event event : script_[now]) SDL_PushEvent(&event);
            return events;
        }
        Frame frame() const override { return game.frame(); }
        std::string_view finished() const override { return game.finished(); }
        Panels* panels() override { return tools; }
        void raw_input(const RawInput& input) override { raw.push_back(input); }
        SmallGame game;
        Panels* tools = nullptr;
        std::vector<RawInput> raw;
        std::atomic<std::size_t> steps = 0;

      private:
        std::vector<std::vector<SDL_Event>> script_;
    };

    static SDL_Event key(SDL_Scancode scancode, bool down, Uint16 mod = 0) {
        SDL_Event event{};
        event.type = down ? SDL_KEYDOWN : SDL_KEYUP;
        event.key.keysym.scancode = scancode;
        event.key.keysym.sym = SDL_GetKeyFromName(SDL_GetScancodeName(scancode)); // works before SDL_Init
        event.key.keysym.mod = mod;
        return event;
    }
    static SDL_Event window_event(Uint8 what) {
        SDL_Event event{};
        event.type = SDL_WINDOWEVENT;
        event.window.event = what;
        return event;
    }
    WindowOptions options(std::uint64_t steps) {
        WindowOptions options;
        options.section = "small";
        options.steps = steps;
        return options;
    }
};

} // namespace

TEST_F(Window, StepsTheGameAtItsRate) {
    SmallGame game;
    const auto before = std::chrono::steady_clock::now();
    ASSERT_TRUE(run_in_window(game, Settings{}, options(10)).has_value());
    const auto took = std::chrono::steady_clock::now() - before;
    EXPECT_EQ(game.inputs.size(), 10u);
    EXPECT_GE(took, std::chrono::milliseconds(300)); // ten thirtieths of a second, less what opening takes
}

TEST_F(Window, AKeyPressedAndReleasedBetweenTwoStepsIsSeenOnce) {
    Played game({{key(SDL_SCANCODE_RIGHT, true), key(SDL_SCANCODE_RIGHT, false)}});
    ASSERT_TRUE(run_in_window(game, Settings{}, options(20)).has_value());
    EXPECT_EQ(game.game.x, 1);
}

TEST_F(Window, AHeldKeyMovesUntilTheFocusIsLost) {
    std::vector<std::vector<SDL_Event>> script(21);
    script[0] = {key(SDL_SCANCODE_RIGHT, true)};
    script[20] = {window_event(SDL_WINDOWEVENT_FOCUS_LOST)};
    Played game(script);
    ASSERT_TRUE(run_in_window(game, Settings{}, options(60)).has_value());
    EXPECT_GE(game.game.x, 16); // a late host makes up to four steps before it looks at its events
    EXPECT_LE(game.game.x, 24);
    EXPECT_EQ(game.game.inputs.back().held, 0u);
}

TEST_F(Window, KeysOfTheSettingsReplaceTheDefaults) {
    Played game({{key(SDL_SCANCODE_RIGHT, true), key(SDL_SCANCODE_K, true)}});
    const Settings settings = parse_settings("[small.keys]\nescape = \"K\"\nright = \"L\"\n", "s").value();
    ASSERT_TRUE(run_in_window(game, settings, options(100)).has_value());
    EXPECT_EQ(game.game.finished(), "left");
    EXPECT_EQ(game.game.x, 0);
}

TEST_F(Window, QuitsOnItsKeyWhateverComesUpFirst) {
    Played game({{key(SDL_SCANCODE_Q, true, KMOD_LCTRL)}});
    ASSERT_TRUE(run_in_window(game, Settings{}, options(0)).has_value());
    EXPECT_LE(game.game.inputs.size(), 5u);
}

TEST_F(Window, PausesStepsOnceAndStaysPaused) {
    Played game({{key(SDL_SCANCODE_PAUSE, true), key(SDL_SCANCODE_PAUSE, false)}});
    std::size_t before = 0, after = 0;
    std::thread player([&] {
        const auto wait = [] { std::this_thread::sleep_for(std::chrono::milliseconds(150)); };
        const auto push = [](SDL_Event event) { SDL_PushEvent(&event); };
        wait();
        before = game.steps;
        push(key(SDL_SCANCODE_F7, true));
        push(key(SDL_SCANCODE_F7, false));
        wait();
        after = game.steps;
        push(key(SDL_SCANCODE_Q, true, KMOD_LCTRL));
    });
    ASSERT_TRUE(run_in_window(game, Settings{}, options(0)).has_value());
    player.join();
    EXPECT_LE(before, 5u); // of about 75 at 500 a second
    EXPECT_GE(before, 1u);
    EXPECT_EQ(after, before + 1);
}

TEST_F(Window, TakesAScreenshotOfTheGamesOwnPixels) {
    const std::filesystem::path folder =
        std::filesystem::temp_directory_path() / ("rekindle-shot-" + std::to_string(getpid()));
    Played game({{key(SDL_SCANCODE_F12, true), key(SDL_SCANCODE_F12, false), key(SDL_SCANCODE_F12, true)}});
    WindowOptions with = options(10);
    with.screenshots = folder;
    std::vector<std::string> said;
    with.say = [&](const std::string& line) { said.push_back(line); };
    ASSERT_TRUE(run_in_window(game, Settings{}, with).has_value());
    const auto files = list_files(folder);
    ASSERT_EQ(files.size(), 2u); // both in the same second: the second has another name
    EXPECT_EQ(said.size(), 2u);
    const IndexedPng shot = decode_indexed_png(read_file(files[0]).value(), "shot").value();
    EXPECT_EQ(shot.picture.width, 64);
    std::filesystem::remove_all(folder);
}

TEST_F(Window, ChangesSizeShapeAndFullScreenWhileRunning) {
    Played game({{key(SDL_SCANCODE_F10, true), key(SDL_SCANCODE_F11, true)},
                 {window_event(SDL_WINDOWEVENT_SIZE_CHANGED)},
                 {key(SDL_SCANCODE_F10, true), key(SDL_SCANCODE_F11, true)}});
    EXPECT_TRUE(run_in_window(game, Settings{}, options(20)).has_value());
}

TEST_F(Window, PlaysARecordingInsteadOfKeysAndRecordsIt) {
    Played game({{key(SDL_SCANCODE_RETURN, true)}});
    Recording recording;
    for (int i = 0; i < 5; ++i) recording.add({.held = SmallGame::right, .pressed = 0});
    RecordedInput input(recording);
    Recording record;
    WindowOptions with = options(5);
    with.input = &input;
    with.record = &record;
    ASSERT_TRUE(run_in_window(game, Settings{}, with).has_value());
    EXPECT_EQ(game.game.x, 5);
    EXPECT_EQ(record, recording);
}

TEST_F(Window, TheMouseIsAPointerAndAKey) {
    const auto mouse = [](Uint32 type, int x, int y) {
        SDL_Event event{};
        event.type = type;
        if (type == SDL_MOUSEMOTION) {
            event.motion.x = x;
            event.motion.y = y;
        } else {
            event.button.button = SDL_BUTTON_LEFT;
            event.button.x = x;
            event.button.y = y;
        }
        return event;
    };
    Played game({{mouse(SDL_MOUSEMOTION, 130, 20)},
                 {mouse(SDL_MOUSEBUTTONDOWN, 4, 110), mouse(SDL_MOUSEBUTTONUP, 4, 110)}});
    game.game.looks_at_the_pointer = true;
    Settings settings = parse_settings("[small.keys]\nright = \"Mouse Left\"\n", "s").value();
    settings.scale = 2;
    ASSERT_TRUE(run_in_window(game, settings, options(30)).has_value());
    EXPECT_EQ(game.game.x, 1);
    const auto clicked = std::find_if(game.game.inputs.begin(), game.game.inputs.end(),
                                      [](const HostInput& input) { return input.pressed != 0; });
    ASSERT_NE(clicked, game.game.inputs.end());
    EXPECT_EQ(clicked->pointer, (Pointer{2, 55}));
    EXPECT_FALSE(game.game.inputs.front().pointer.inside());
}

TEST_F(Window, KeysThatNoActionIsBoundToReachTheGameByName) {
    std::vector<std::vector<SDL_Event>> script(41);
    script[0] = {key(SDL_SCANCODE_I, true, KMOD_LSHIFT), key(SDL_SCANCODE_RIGHT, true),
                 key(SDL_SCANCODE_I, false), key(SDL_SCANCODE_UP, true)};
    script[40] = {window_event(SDL_WINDOWEVENT_FOCUS_LOST)};
    Played game(script);
    ASSERT_TRUE(run_in_window(game, Settings{}, options(80)).has_value());
    std::string told;
    for (const RawInput& input : game.raw)
        told += (input.kind == RawInput::Kind::down ? "+" : "-") + input.name +
                (input.letter != 0 ? std::string("=") + input.letter : "") + " ";
    EXPECT_EQ(told, "+I=I -I +Up -Up ");
}

TEST_F(Window, AnOpenConsoleTakesTheTypedKeysButNotTheOneThatClosesIt) {
    struct Console final : Panels {
        bool open() const override { return true; }
        void draw() override {
            ImGui::Begin("console");
            if (++drawn == 1) ImGui::SetKeyboardFocusHere();
            ImGui::InputText("##line", line, sizeof line);
            ImGui::End();
        }
        char line[16] = "";
        int drawn = 0;
    } console;
    SDL_Event typed{};
    typed.type = SDL_TEXTINPUT;
    std::strcpy(typed.text.text, "hi");
    std::vector<std::vector<SDL_Event>> script(60);
    script[20] = {key(SDL_SCANCODE_RIGHT, true), key(SDL_SCANCODE_RIGHT, false), typed};
    script[40] = {key(SDL_SCANCODE_E, true, KMOD_LCTRL), key(SDL_SCANCODE_E, false, KMOD_LCTRL)};
    Played game(script);
    game.tools = &console;
    const Settings settings = parse_settings("[small.keys]\nescape = \"Ctrl+E\"\n", "s").value();
    ASSERT_TRUE(run_in_window(game, settings, options(200)).has_value());
    EXPECT_GT(console.drawn, 10);
    EXPECT_STREQ(console.line, "hi");
    EXPECT_EQ(game.game.x, 0);
    EXPECT_EQ(game.game.finished(), "left");
}

TEST_F(Window, WithoutADisplayIsMissingData) {
    setenv("SDL_VIDEODRIVER", "x11", 1);
    unsetenv("DISPLAY");
    SmallGame game;
    const auto result = run_in_window(game, Settings{}, options(1));
    ASSERT_FALSE(result.has_value());
    EXPECT_EQ(exit_code(result.error().kind), 4);
    EXPECT_EQ(result.error().file, no_display);
}

} // namespace rekindle::host
