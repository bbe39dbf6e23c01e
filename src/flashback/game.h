#pragma once
// Flashback as a Game of the host: the main loop of engine spec §3.1 round a session, cut into steps at every
// place where the original samples its input (ticks, and the passes of dialog, inventory, options, continue
// screen and final score), plus saved games and rewinding. Made by `rekindle play`.

#include <filesystem>

#include "flashback/data/recording.h"
#include "flashback/keys.h"
#include "flashback/library.h"
#include "flashback/moment.h"
#include "flashback/picture/frame.h"
#include "flashback/picture/panels.h"
#include "host/game.h"

namespace rekindle::flashback {

struct GameOptions {
    std::string title = "Flashback";
    bool own_levels = false; // not the original's: their titles are not shown
    int level = 0;
    int skill = 1;          // 0 easy, 1 normal, 2 expert
    std::uint32_t seed = 0; // of the random generator
    std::string demo =
        {}; // name of a recording that plays instead of the player; brings level, skill and seed
    bool code_line = false;           // the level's password at its start
    bool original_order = false;      // of the inventory's lines
    std::filesystem::path saves = {}; // folder; empty: games can't be saved
};

class FlashbackGame final : public host::Game {
  public:
    // Its actions, in the order of PlayerAction: for settings and recordings without a game.
    static std::span<const host::Action> all_actions();
    static Expected<std::unique_ptr<FlashbackGame>> open(DataSet data, GameOptions options);

    std::string title() const override;
    host::Screen screen() const override;
    std::span<const host::Action> actions() const override { return all_actions(); }
    host::StepRate rate() const override;
    std::span<const host::Event> step(const host::HostInput& input) override;
    host::Frame frame() const override;
    std::string_view finished() const override { return finished_; }

    // What the next sampling of the input is for.
    enum class Mode : std::uint8_t { tick, dialog, inventory, continue_screen, options, final_score };
    Mode mode() const { return mode_; }
    const Session& session() const { return session_; }
    const Level& level() const { return loaded_->level; }
    // The state between two ticks, as it is saved.
    Moment moment() const { return {session_, frame_->latches()}; }

  private:
    struct Demo {
        DemoStart start;
        Bytes samples;
        std::size_t used = 0;
        bool over() const { return used >= samples.size(); }
    };

    FlashbackGame(Library library, GameOptions options);
    Expected<void> start();
    void level_started();

    void sample(const host::HostInput& input);
    void tick();
    void finish_tick();
    void leave_level();

    void open_dialog();
    void show_dialog();
    void open_inventory();
    void inventory_pass();
    void open_continue();
    void show_continue();
    void continue_pass();
    void open_options();
    void options_pass();
    void leave_options(bool chosen);
    void open_final_score();

    void rewind();
    std::filesystem::path slot_path(int slot) const;
    void save(int slot);
    void load(int slot);
    Expected<void> try_load(int slot);
    void go_to(const Moment& moment);

    void draw();
    Screen painted() { return Screen(picture_.pixels.data(), screen_pixels); }
    void note(std::string text) { events_.push_back({host::EventKind::note, std::move(text)}); }
    void tell();

    Library library_;
    GameOptions options_;
    std::optional<Demo> demo_;
    const LoadedLevel* loaded_ = nullptr;
    Session session_;
    std::optional<Frame> frame_;
    Rewind past_;
    Keys keys_;
    Mode mode_ = Mode::tick;
    std::string finished_;

    // What is on the screen, and the loop that is open.
    IndexedPicture picture_;
    Palette palette_{};
    int shake_ = 0;
    IndexedPicture copy_; // of the screen below a dialog or the continue screen (§11.9)
    std::size_t segment_ = 0;
    std::optional<InventoryScreen> inventory_;
    ContinueView continue_;
    Pulse pulse_;
    OptionsView panel_;

    Events world_events_;
    std::vector<host::Event> events_;
};

} // namespace rekindle::flashback
