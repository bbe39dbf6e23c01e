#pragma once
// A game of one square for the host's tests: it moves right while "right" is held, "use" opens a loop of 80
// ms steps for three steps, "escape" ends it.

#include "host/game.h"

namespace rekindle::host::test {

class SmallGame final : public Game {
  public:
    enum : ActionMask { right = 1, use = 2, escape = 4 };

    SmallGame() {
        palette_[1] = {255, 170, 0};
        palette_[0] = {0, 40, 90};
        draw();
    }
    std::string title() const override { return "Small"; }
    Screen screen() const override {
        return {
            .width = 64, .height = 56, .shape_width = 4, .shape_height = 3, .pointer = looks_at_the_pointer};
    }
    std::span<const Action> actions() const override { return actions_; }
    StepRate rate() const override { return loop_ > 0 ? step_every(80) : StepRate{}; }
    std::span<const Event> step(const HostInput& input) override {
        events_.clear();
        inputs.push_back(input);
        if (loop_ > 0) {
            --loop_;
            return events_;
        }
        if ((input.held & right) != 0) ++x;
        if ((input.pressed & use) != 0) {
            loop_ = 3;
            events_.push_back({EventKind::sound, "click"});
        }
        if ((input.held & escape) != 0) finished_ = "left";
        draw();
        return events_;
    }
    Frame frame() const override {
        return {.indexed = &picture_, .palette = &palette_, .rgba = nullptr, .shake = 0};
    }
    std::string_view finished() const override { return finished_; }

    int x = 0;
    bool looks_at_the_pointer = false;
    std::vector<HostInput> inputs;

  private:
    void draw() {
        picture_ = IndexedPicture::blank(64, 56);
        for (int row = 20; row < 28; ++row)
            for (int column = 0; column < 8; ++column) picture_.at((x + column) % 64, row) = 1;
    }
    std::vector<Action> actions_{{"right", "Right", {"Right"}, {"dpright", "leftx+"}},
                                 {"use", "Use", {"Return"}, {"a"}},
                                 {"escape", "Leave", {"Escape"}, {"start"}}};
    std::vector<Event> events_;
    IndexedPicture picture_;
    Palette palette_{};
    int loop_ = 0;
    std::string finished_;
};

} // namespace rekindle::host::test
