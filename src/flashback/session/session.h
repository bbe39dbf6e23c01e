#pragma once
// One game from its start to its end: the steps of the main loop round the tick that do not depend on who
// plays (engine spec §2.1, §3.1 steps 8 and 14 to 16, §3.5). Built on by the interactive game, which shows
// dialogs and screens, and by the oracle runner, which dismisses them at once. A value like World: copy it to
// rewind.

#include <optional>

#include "flashback/world/inventory_screen.h"
#include "flashback/world/start.h"
#include "flashback/world/tick.h"

namespace rekindle::flashback {

struct Session {
    World world;
    std::uint8_t skill = 1;          // for level starts; a restored snapshot brings its own
    std::optional<StartPlace> start; // recordings: applied again whenever the level starts
    Tick tick;                       // the last one: its hud and shake are what is drawn
    bool operator==(const Session&) const = default;
};

// What has to happen before the next tick; `tick`: nothing.
enum class Next : std::uint8_t {
    tick,
    dialog,          // show text world.story, then close_dialog()
    inventory,       // InventoryScreen::open() opens; show it, then close_inventory()
    continue_screen, // continue_game() or abort_game()
    level_exit,      // load level exit_to(), then enter_level()
    game_end,        // the game is won; nothing runs any more
};

// A new game on `level`. The world's memory of before is kept where §1.6 keeps it.
void begin_session(Session& session, const Level& level, Events& events);

// One tick. The inventory key of `input` counts where the inventory can be opened (or a dialog is open: it
// closes the first segment).
Next run_tick(Session& session, const Level& level, std::uint8_t input, Events& events);

void close_dialog(Session& session);
// `item`: InventoryScreen::chosen(), becomes the current one.
void close_inventory(Session& session, int item, Events& events);
// From the snapshot if there is one, else the level from its start with the score kept.
void continue_game(Session& session, const Level& level, Events& events);
void abort_game(Events& events);

// Index of the level that follows a level exit; demo releases start the same one again.
int exit_to(const Session& session, const Level& left);
void enter_level(Session& session, const Level& entered, Events& events);

} // namespace rekindle::flashback
