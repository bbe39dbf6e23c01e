#include "host/window.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <ctime>

#include <SDL.h>
#include <fmt/format.h>

#include "base/files.h"
#include "host/bindings.h"
#include "host/pace.h"
#include "host/video.h"

namespace rekindle::host {

namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr ActionMask bit_of(HostAction action) { return ActionMask{1} << static_cast<unsigned>(action); }

// NAME-20261201-151200.png, with -2 … if that exists.
fs::path screenshot_path(const fs::path& folder, const std::string& name) {
    const std::time_t now = std::time(nullptr);
    std::tm local{};
    localtime_r(&now, &local);
    char stamp[32];
    std::strftime(stamp, sizeof stamp, "%Y%m%d-%H%M%S", &local);
    std::error_code ignored;
    fs::path path = folder / fmt::format("{}-{}.png", name, stamp);
    for (int n = 2; fs::exists(path, ignored); ++n)
        path = folder / fmt::format("{}-{}-{}.png", name, stamp, n);
    return path;
}

// What a key, button or axis side does: to the game, or to the host (which goes first).
struct Meaning {
    ActionMask game = 0, host = 0;
    bool raw() const { return game == 0 && host == 0; }
};

// The ASCII character that a key types; 0: none.
char letter_of(const SDL_Keysym& key) {
    if (key.sym < 0x20 || key.sym > 0x7E || (key.mod & (KMOD_CTRL | KMOD_ALT)) != 0) return 0;
    const auto letter = static_cast<char>(key.sym);
    return (key.mod & KMOD_SHIFT) != 0 && letter >= 'a' && letter <= 'z' ? static_cast<char>(letter - 32)
                                                                         : letter;
}

const char* mouse_name(int button) {
    return button == SDL_BUTTON_LEFT    ? "Mouse Left"
           : button == SDL_BUTTON_RIGHT ? "Mouse Right"
                                        : "Mouse Middle";
}

// SDL's controller part and the controllers that are plugged in.
class Pads {
  public:
    Pads() { started_ = SDL_InitSubSystem(SDL_INIT_GAMECONTROLLER) == 0; }
    ~Pads() {
        for (Pad& pad : pads_) SDL_GameControllerClose(pad.controller);
        if (started_) SDL_QuitSubSystem(SDL_INIT_GAMECONTROLLER);
    }
    Pads(const Pads&) = delete;
    Pads& operator=(const Pads&) = delete;

    void added(int device, int dead_zone) {
        if (SDL_GameController* controller = SDL_GameControllerOpen(device)) {
            Pad& pad = pads_.emplace_back();
            pad.controller = controller;
            pad.id = SDL_JoystickInstanceID(SDL_GameControllerGetJoystick(controller));
            pad.axes.fill(AxisSwitch(dead_zone));
        }
    }
    void removed(SDL_JoystickID id) {
        const auto gone =
            std::find_if(pads_.begin(), pads_.end(), [id](const Pad& pad) { return pad.id == id; });
        if (gone == pads_.end()) return;
        SDL_GameControllerClose(gone->controller);
        pads_.erase(gone);
    }
    AxisSwitch* axis(SDL_JoystickID id, std::size_t axis) {
        for (Pad& pad : pads_)
            if (pad.id == id && axis < pad.axes.size()) return &pad.axes[axis];
        return nullptr;
    }

  private:
    struct Pad {
        SDL_GameController* controller = nullptr;
        SDL_JoystickID id = -1;
        std::array<AxisSwitch, SDL_CONTROLLER_AXIS_MAX> axes;
    };
    std::vector<Pad> pads_;
    bool started_ = false;
};

class Loop {
  public:
    Loop(Game& game, const Settings& settings, const WindowOptions& options, Video video, Bindings keys,
         Bindings host_keys)
        : game_(game), settings_(settings), options_(options), video_(std::move(video)),
          keys_(std::move(keys)), host_keys_(std::move(host_keys)),
          pace_(game.rate(), static_cast<std::uint32_t>(settings.fast_forward)) {}

    void run() {
        video_.take(game_.frame());
        dirty_ = true;
        auto before = Clock::now();
        while (!quit_ && game_.finished().empty()) {
            wait_for_events();
            const auto now = Clock::now();
            step(pace_.due(static_cast<std::uint64_t>(
                std::chrono::duration_cast<std::chrono::nanoseconds>(now - before).count())));
            before = now;
            if (dirty_ && video_.visible()) {
                video_.show(game_.panels());
                dirty_ = false;
            }
            video_.set_title(game_.title() + (pace_.paused()    ? " (paused)"
                                              : pace_.is_fast() ? " (fast)"
                                                                : ""));
        }
    }

  private:
    void step(std::uint32_t due) {
        for (; due > 0 && !quit_ && game_.finished().empty(); --due) {
            const HostInput input = options_.input != nullptr ? options_.input->next() : latch_.next();
            if (options_.record != nullptr) options_.record->add(input);
            for (const Event& event : game_.step(input))
                if (options_.on_event) options_.on_event(event);
            ++steps_;
            if (options_.steps != 0 && steps_ >= options_.steps) quit_ = true;
            const bool other_rate = pace_.set_rate(game_.rate());
            if (due == 1 || other_rate) {
                video_.take(game_.frame());
                dirty_ = true;
            }
            if (other_rate) break;
        }
    }

    // Sleeps until something happens or a step is due, then takes all that has happened.
    void wait_for_events() {
        const std::uint64_t milliseconds = (pace_.until_next() + 999'999) / 1'000'000;
        SDL_Event event;
        if (SDL_WaitEventTimeout(&event, static_cast<int>(milliseconds)) == 0) return;
        do take(event);
        while (SDL_PollEvent(&event) != 0);
    }

    void take(const SDL_Event& event) {
        if (video_.give_to_panels(event)) {
            dirty_ = true;
            return;
        }
        switch (event.type) {
        case SDL_QUIT: quit_ = true; break;
        case SDL_WINDOWEVENT: take_window(event.window); break;
        case SDL_RENDER_TARGETS_RESET:
        case SDL_RENDER_DEVICE_RESET:
            video_.take(game_.frame());
            dirty_ = true;
            break;
        case SDL_KEYDOWN:
            if (event.key.repeat == 0) key_down(event.key.keysym);
            break;
        case SDL_KEYUP: key_up(event.key.keysym); break;
        case SDL_MOUSEMOTION: point(event.motion.x, event.motion.y); break;
        case SDL_MOUSEBUTTONDOWN:
        case SDL_MOUSEBUTTONUP: {
            const std::int32_t key = -static_cast<std::int32_t>(event.button.button);
            point(event.button.x, event.button.y);
            const bool down = event.type == SDL_MOUSEBUTTONDOWN;
            const Meaning meaning{.game = keys_.key(key, false, false),
                                  .host = host_keys_.key(key, false, false)};
            act(meaning, down);
            if (meaning.raw()) raw(down, false, mouse_name(event.button.button));
            break;
        }
        case SDL_CONTROLLERDEVICEADDED: pads_.added(event.cdevice.which, settings_.dead_zone); break;
        case SDL_CONTROLLERDEVICEREMOVED:
            pads_.removed(event.cdevice.which);
            release_all();
            break;
        case SDL_CONTROLLERBUTTONDOWN:
        case SDL_CONTROLLERBUTTONUP: {
            const int button = event.cbutton.button;
            const bool down = event.type == SDL_CONTROLLERBUTTONDOWN;
            const Meaning meaning{keys_.button(button), host_keys_.button(button)};
            act(meaning, down);
            if (const char* name =
                    SDL_GameControllerGetStringForButton(static_cast<SDL_GameControllerButton>(button));
                meaning.raw() && name != nullptr)
                raw(down, true, name);
            break;
        }
        case SDL_CONTROLLERAXISMOTION: take_axis(event.caxis); break;
        default: break;
        }
    }

    void take_window(const SDL_WindowEvent& event) {
        if (event.event == SDL_WINDOWEVENT_FOCUS_LOST) release_all();
        if (event.event == SDL_WINDOWEVENT_LEAVE) latch_.point({});
        if (event.event == SDL_WINDOWEVENT_EXPOSED || event.event == SDL_WINDOWEVENT_SIZE_CHANGED ||
            event.event == SDL_WINDOWEVENT_RESTORED || event.event == SDL_WINDOWEVENT_SHOWN)
            dirty_ = true;
    }

    void key_down(const SDL_Keysym& key) {
        const bool ctrl = (key.mod & KMOD_CTRL) != 0, alt = (key.mod & KMOD_ALT) != 0;
        Meaning meaning{.game = 0, .host = host_keys_.key(key.sym, ctrl, alt)};
        if (meaning.host == 0) meaning.game = keys_.key(key.sym, ctrl, alt);
        if (key.scancode < 0 || key.scancode >= SDL_NUM_SCANCODES) return;
        Meaning& down = down_[static_cast<std::size_t>(key.scancode)];
        act(down, false);
        act(down = meaning, true);
        if (!meaning.raw()) return;
        raw_keys_.push_back(key.sym);
        raw(true, false, SDL_GetKeyName(key.sym), letter_of(key));
    }

    // What a key does is settled when it goes down, whatever the modifiers are when it comes up.
    void key_up(const SDL_Keysym& key) {
        const SDL_Scancode scancode = key.scancode;
        if (std::erase(raw_keys_, key.sym) > 0) raw(false, false, SDL_GetKeyName(key.sym));
        if (scancode < 0 || scancode >= SDL_NUM_SCANCODES) return;
        Meaning& down = down_[static_cast<std::size_t>(scancode)];
        act(down, false);
        down = {};
    }

    void point(int x, int y) {
        if (!game_.screen().pointer) return;
        const Pointer pointer = video_.pixel(x, y);
        latch_.point(pointer);
        game_.raw_input({.kind = RawInput::Kind::pointer, .name = {}, .pointer = pointer});
    }

    void raw(bool down, bool pad, const char* name, char letter = 0) {
        game_.raw_input({.kind = down ? RawInput::Kind::down : RawInput::Kind::up,
                         .pad = pad,
                         .name = name,
                         .letter = letter});
    }

    void take_axis(const SDL_ControllerAxisEvent& event) {
        AxisSwitch* axis = pads_.axis(event.which, event.axis);
        if (axis == nullptr) return;
        if (const char* name =
                SDL_GameControllerGetStringForAxis(static_cast<SDL_GameControllerAxis>(event.axis)))
            game_.raw_input({.kind = RawInput::Kind::axis,
                             .pad = true,
                             .name = name,
                             .value = static_cast<float>(std::max<int>(event.value, -32767)) / 32767.0f});
        const int before = axis->side(), now = axis->move(event.value);
        if (before == now) return;
        if (before != 0) act({keys_.axis(event.axis, before), host_keys_.axis(event.axis, before)}, false);
        if (now != 0) act({keys_.axis(event.axis, now), host_keys_.axis(event.axis, now)}, true);
    }

    void release_all() {
        latch_.release_all();
        down_.fill({});
        for (const SDL_Keycode key : raw_keys_) raw(false, false, SDL_GetKeyName(key));
        raw_keys_.clear();
        pace_.fast_forward(false);
    }

    void act(const Meaning& meaning, bool down) {
        if (down)
            latch_.press(meaning.game);
        else
            latch_.release(meaning.game);
        if ((meaning.host & bit_of(HostAction::fast_forward)) != 0) pace_.fast_forward(down);
        if (!down) return;
        if ((meaning.host & bit_of(HostAction::pause)) != 0) pace_.toggle_pause();
        if ((meaning.host & bit_of(HostAction::step)) != 0) pace_.single_step();
        if ((meaning.host & bit_of(HostAction::screenshot)) != 0) save_screenshot();
        if ((meaning.host & bit_of(HostAction::quit)) != 0) quit_ = true;
        if ((meaning.host & bit_of(HostAction::fullscreen)) != 0) video_.toggle_fullscreen();
        if ((meaning.host & bit_of(HostAction::aspect)) != 0) video_.toggle_aspect();
        dirty_ = dirty_ || meaning.host != 0;
    }

    void save_screenshot() {
        const fs::path path = screenshot_path(options_.screenshots, options_.section);
        const auto png = encode_png(game_.frame());
        const auto written = png ? write_file(path, *png) : tl::unexpected(png.error());
        if (options_.say)
            options_.say(written ? fmt::format("screenshot: {}", path.string()) : written.error().line());
    }

    Game& game_;
    const Settings& settings_;
    const WindowOptions& options_;
    Video video_;
    Pads pads_;
    Bindings keys_, host_keys_;
    Pace pace_;
    KeyLatch latch_;
    std::array<Meaning, SDL_NUM_SCANCODES> down_{};
    std::vector<SDL_Keycode> raw_keys_; // down, and nobody's action
    std::uint64_t steps_ = 0;
    bool quit_ = false;
    bool dirty_ = true; // the window doesn't show what it should
};

} // namespace

Expected<void> run_in_window(Game& game, const Settings& settings, const WindowOptions& options) {
    RK_TRY(Bindings keys, Bindings::make(game.actions(), options.section, settings));
    RK_TRY(Bindings host_keys, Bindings::make(host_actions(), "host", settings));
    RK_TRY(Video video, Video::open(game.screen(), game.title(), settings));
    Loop loop(game, settings, options, std::move(video), std::move(keys), std::move(host_keys));
    loop.run();
    return {};
}

bool has_display() {
    for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"})
        if (const char* value = std::getenv(name); value != nullptr && *value != 0) return true;
    return false;
}

} // namespace rekindle::host
