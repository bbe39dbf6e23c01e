#pragma once
// What a Game gives the host, and all the host knows of it. One step() is one sampling of the input: usually
// a tick, but also one pass of a loop that runs inside a tick (an inventory, a dialog), which then asks for
// another step rate. Window and headless host both run a Game; the adapters live beside the engines.

#include <cstdint>
#include <numeric>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/picture.h"

namespace rekindle::host {

// One thing a player can do, with its default keys (SDL key names, or "Mouse Left", "Mouse Middle", "Mouse
// Right") and controller inputs (SDL names: "a", "dpup", "leftshoulder"; an axis with its side: "lefty-",
// "righttrigger+"). A game has at most 32.
struct Action {
    std::string_view name;  // as settings and recordings call it
    std::string_view title; // for people
    std::vector<std::string_view> keys;
    std::vector<std::string_view> pad;
};

using ActionMask = std::uint32_t; // bit n: the n-th action of Game::actions()

// Where the pointer is, in pixels of the game's screen; outside it, or without one, x is negative.
struct Pointer {
    std::int16_t x = -1, y = -1;
    bool inside() const { return x >= 0; }
    bool operator==(const Pointer&) const = default;
};

// What the input was at one sampling. A press shorter than a step is in `held` of the next sampling.
struct HostInput {
    ActionMask held = 0;    // down now, or pressed since the sampling before
    ActionMask pressed = 0; // went down since the sampling before; a subset of held
    Pointer pointer = {};   // always outside where Screen::pointer is false
    bool operator==(const HostInput&) const = default;
};

// What a key, button, stick or the pointer did, for games whose scripts know every key by itself. Names as in
// Action.
struct RawInput {
    enum class Kind : std::uint8_t { down, up, axis, pointer };
    Kind kind = Kind::down;
    bool pad = false;     // of a controller
    std::string name;     // of down, up, axis ("leftx")
    char letter = 0;      // ASCII that the key types; 0: none
    float value = 0;      // of an axis, -1..1
    Pointer pointer = {}; // of pointer
};

// `ticks` steps in `seconds` seconds.
struct StepRate {
    std::uint32_t ticks = 30;
    std::uint32_t seconds = 1;
    bool operator==(const StepRate&) const = default;
};
// One step every `milliseconds` (1 or more).
constexpr StepRate step_every(std::uint32_t milliseconds) {
    const std::uint32_t shared = std::gcd(1000u, milliseconds);
    return {1000u / shared, milliseconds / shared};
}

enum class EventKind { note, sound, cutscene };
struct Event {
    EventKind kind = EventKind::note;
    std::string text; // one line for people
};

// A view of what is on the screen now; valid until the next step.
struct Frame {
    const IndexedPicture* indexed = nullptr; // with its palette …
    const Palette* palette = nullptr;
    const RgbaPicture* rgba = nullptr; // … or this
    int shake = 0;                     // rows the picture is pushed down when it is shown

    int width() const { return indexed != nullptr ? indexed->width : rgba->width; }
    int height() const { return indexed != nullptr ? indexed->height : rgba->height; }
};
RgbaPicture to_rgba(const Frame& frame);
Expected<Bytes> encode_png(const Frame& frame);

// Size in pixels of every frame of a game, and the shape it was made to be shown in.
struct Screen {
    int width = 320, height = 200;
    int shape_width = 4, shape_height = 3;
    bool pointer = false; // the game looks at the pointer
};

// Tools over a game's picture, a console or an inspector, made of Dear ImGui's calls. They are no part of the
// game's frames; only a window shows them.
class Panels {
  public:
    virtual ~Panels() = default;
    // Asked before every painting; draw() is called between ImGui's NewFrame and Render if it says yes.
    virtual bool open() const = 0;
    virtual void draw() = 0;
};

class Game {
  public:
    virtual ~Game() = default;
    virtual std::string title() const = 0;
    virtual Screen screen() const = 0;
    virtual std::span<const Action> actions() const = 0;
    // Asked before every step.
    virtual StepRate rate() const = 0;
    // Not called once finished. The answer is valid until the next step.
    virtual std::span<const Event> step(const HostInput& input) = 0;
    virtual Frame frame() const = 0;
    // Called by a window between steps, in order, with what none of the actions (nor the host's) is bound to.
    virtual void raw_input(const RawInput&) {}
    virtual Panels* panels() { return nullptr; }
    // Why it is over; empty while it goes on.
    virtual std::string_view finished() const = 0;
};

} // namespace rekindle::host
