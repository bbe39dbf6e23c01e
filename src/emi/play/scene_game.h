#pragma once
// An EMI game as a Game of the host: input by name becomes controls, frames of 16 ms, the picture between the
// two halves of a frame (emi-engine R1), console and inspector, quick saves, replays. Made by `rekindle
// play`.

#include <filesystem>

#include "emi/game/game.h"
#include "emi/picture/software.h"
#include "emi/play/tools.h"

namespace rekindle::emi {

struct SceneOptions {
    std::string title = "EMI";
    std::optional<Replay> replay = {};     // plays instead of the player
    std::filesystem::path quick_save = {}; // file; empty: no quick saves
    unsigned threads = 1;                  // of the renderer
};

class SceneGame final : public host::Game {
  public:
    static std::span<const host::Action> all_actions();
    static Expected<std::unique_ptr<SceneGame>> open(std::unique_ptr<emi::Game> game, SceneOptions options);
    ~SceneGame() override;

    std::string title() const override { return options_.title; }
    host::Screen screen() const override;
    std::span<const host::Action> actions() const override { return all_actions(); }
    host::StepRate rate() const override;
    std::span<const host::Event> step(const host::HostInput& input) override;
    host::Frame frame() const override;
    std::string_view finished() const override { return finished_; }
    void raw_input(const host::RawInput& input) override;
    host::Panels* panels() override { return &tools_; }

    const emi::Game& game() const { return *game_; }
    // What the game was given so far, as a replay.
    const Replay& replay() const { return played_; }

  private:
    SceneGame(std::unique_ptr<emi::Game> game, SceneOptions options);
    void act(host::ActionMask pressed);
    void tell(const GameEvent& event);
    void note(std::string text);
    void save();
    void load();

    std::unique_ptr<emi::Game> game_;
    SceneOptions options_;
    StagePictures pictures_;
    DrawList list_; // of the last frame that draws
    SceneTools tools_;
    // Painted when somebody looks.
    mutable SoftwareRenderer renderer_;
    mutable RgbaPicture picture_;
    mutable bool painted_ = true;
    std::vector<InputEvent> input_; // since the last step
    std::vector<host::Event> events_;
    Replay played_;
    std::string finished_;
};

// The control that a key, mouse button or controller input of the host stands for; no_control: none.
ControlCode control_of(const host::RawInput& input);

} // namespace rekindle::emi
