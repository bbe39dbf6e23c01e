// The loops that run inside a tick, each as steps of one sampling (engine spec §3.5, §3.6, §8.3, §3.1 step
// 16).
#include <fmt/format.h>

#include "flashback/game.h"

namespace rekindle::flashback {

// Dialog: a page is left by the inventory key, at once if it is down already (§3.6).

void FlashbackGame::open_dialog() {
    if (session_.world.story >= loaded_->pictures->dialogs.size()) {
        note(fmt::format("dialog {} does not exist", session_.world.story));
        close_dialog(session_);
        return finish_tick();
    }
    copy_ = picture_;
    segment_ = 0;
    mode_ = Mode::dialog;
    const Dialog& dialog = loaded_->pictures->dialogs[session_.world.story];
    paint_dialog(painted(), *loaded_->pictures, dialog, segment_, session_.world.story_icon);
    if (keys_.inventory()) show_dialog();
}

void FlashbackGame::show_dialog() {
    const Dialog& dialog = loaded_->pictures->dialogs[session_.world.story];
    if (!keys_.inventory()) return;
    keys_.use_up(key_inventory);
    if (++segment_ < dialog.size()) {
        picture_ = copy_;
        paint_dialog(painted(), *loaded_->pictures, dialog, segment_, session_.world.story_icon);
        return;
    }
    close_dialog(session_);
    mode_ = Mode::tick;
    finish_tick(); // the options may open on the last page
}

// Inventory.

void FlashbackGame::open_inventory() {
    keys_.use_up(key_inventory);
    inventory_ = InventoryScreen::open(session_.world, options_.original_order);
    if (!inventory_) return;
    mode_ = Mode::inventory;
    paint_inventory(painted(), session_.world, loaded_->level, *loaded_->pictures, *inventory_);
}

void FlashbackGame::inventory_pass() {
    const bool open = inventory_->step(keys_.mask());
    keys_.use_up(key_directions | key_use | key_inventory);
    if (open) {
        paint_inventory(painted(), session_.world, loaded_->level, *loaded_->pictures, *inventory_);
        return;
    }
    close_inventory(session_, inventory_->chosen(), world_events_);
    inventory_.reset();
    mode_ = Mode::tick;
}

// Continue or abort: the picture of a pass shows the choice of the pass before (§11.8).

void FlashbackGame::open_continue() {
    if (!demo_) keys_.scene();
    copy_ = picture_; // stands for the last picture of the scene behind
    continue_ = {.remaining = 100, .abort = false, .score = session_.world.score};
    pulse_ = {};
    mode_ = Mode::continue_screen;
    show_continue();
}

void FlashbackGame::show_continue() {
    IndexedPicture before = picture_;
    picture_ = copy_;
    paint_continue(painted(), loaded_->pictures->font, continue_);
    const std::uint8_t keys = keys_.mask();
    if ((keys & key_up) != 0) continue_.abort = false;
    if ((keys & key_down) != 0) continue_.abort = true;
    if ((keys & key_use) == 0) return;
    picture_ = std::move(before); // left without showing this pass
    keys_.use_up(key_use);
    mode_ = Mode::tick;
    if (continue_.abort) {
        abort_game(world_events_);
        finished_ = "given up";
        return;
    }
    const bool restarts = session_.world.have_save == 0;
    continue_game(session_, loaded_->level, world_events_);
    if (restarts) level_started();
}

void FlashbackGame::continue_pass() {
    pulse_.beat(palette_); // after the pass before was shown
    if (continue_.remaining == 0) {
        abort_game(world_events_);
        finished_ = "the time to continue was over";
        return;
    }
    --continue_.remaining;
    show_continue();
}

// Options.

void FlashbackGame::open_options() {
    if (demo_) {
        finished_ = "the recording was left";
        return;
    }
    panel_ = {};
    mode_ = Mode::options;
    paint_options_frame(painted(), loaded_->pictures->font);
    paint_options(painted(), loaded_->pictures->font, panel_);
}

void FlashbackGame::options_pass() {
    const std::uint8_t keys = keys_.mask();
    const bool leaves = keys_.menu(), chosen = (keys & key_use) != 0;
    keys_.use_up(key_directions | key_use);
    keys_.use_up_menu();
    const auto turn = [this](int by) {
        panel_.chosen = static_cast<OptionsLine>((static_cast<int>(panel_.chosen) + 4 + by) % 4);
    };
    if ((keys & key_up) != 0) turn(-1);
    if ((keys & key_down) != 0) turn(+1);
    if ((keys & key_left) != 0 && panel_.slot > 1) --panel_.slot;
    if ((keys & key_right) != 0 && panel_.slot < 99) ++panel_.slot;
    if (leaves || chosen)
        leave_options(chosen);
    else
        paint_options(painted(), loaded_->pictures->font, panel_);
}

void FlashbackGame::leave_options(bool chosen) {
    mode_ = Mode::tick;
    if (panel_.chosen == OptionsLine::abort)
        finished_ = "given up"; // also when it is only highlighted (§3.1 step 16)
    else if (chosen && panel_.chosen == OptionsLine::load)
        load(panel_.slot);
    else if (chosen && panel_.chosen == OptionsLine::save)
        save(panel_.slot);
}

// Final score.

void FlashbackGame::open_final_score() {
    if (!demo_) keys_.scene();
    mode_ = Mode::final_score;
    paint_final_score(painted(), loaded_->pictures->font, session_.world.score, session_.world.skill);
}

} // namespace rekindle::flashback
