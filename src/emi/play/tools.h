#pragma once
// The console and the inspector of a running EMI game, as panels over its picture: lines of script go in,
// what scripts print comes out; actors, chores, shares of bones, sectors, lights and the draw list are shown,
// and the picture is peeled. Made by SceneGame.

#include <deque>

#include "emi/picture/from_stage.h"
#include "emi/play/inspection.h"
#include "host/game.h"

namespace rekindle::emi {

class SceneTools final : public host::Panels {
  public:
    // What the panels look at; valid while they live.
    struct Sight {
        const Stage& stage;
        const Cast& cast;
        const DrawList& list; // of the last picture
    };
    explicit SceneTools(Sight sight) : sight_(sight) {}

    bool open() const override { return console_ || inspector_; }
    void draw() override;

    void toggle_console() { console_ = !console_; }
    void toggle_inspector() { inspector_ = !inspector_; }
    void print(std::string line);
    // Lines of script to run before the next frame, in order; forgotten afterwards.
    std::vector<std::string> take_lines() { return std::exchange(lines_, {}); }
    // The step of peel() that is to be shown instead of the whole picture; -1: the whole.
    int peel_step() const { return inspector_ ? peel_ : -1; }

  private:
    void draw_console();
    void draw_inspector();
    void draw_picture_tab();

    Sight sight_;
    bool console_ = false, inspector_ = false;
    std::deque<std::string> log_;
    std::vector<std::string> lines_, history_;
    std::size_t recalled_ = 0; // of the history; its size: the new line
    std::string input_;
    ActorId actor_ = 0;
    int peel_ = -1;
};

} // namespace rekindle::emi
