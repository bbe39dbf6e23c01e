#pragma once
// A session of the emi engine: scripts, stage, sounds and controls under way, frame by frame (emi-engine
// R1-R5). It boots by emi-formats §19.1, takes input events, gives events to show and hear, and saves itself.
// No clock, no window: the same steps give the same state everywhere. Scripts' functions are bound in
// functions.h.

#include <memory>

#include "emi/game/input.h"
#include "emi/game/moment.h"
#include "emi/game/store.h"
#include "emi/lua/machine.h"

namespace rekindle::emi {

// What a frame wants to tell the world around it.
struct GameEvent {
    enum class Kind : std::uint8_t {
        log,    // text: a line of a script or of the engine
        report, // text: something a script did wrong, or that isn't there
        sound,  // id started; stop_sound: id stopped
        stop_sound,
        voice, // text: the line's id; number: the actor; stop_voice
        stop_voice,
        pause_sounds,
        resume_sounds,
        music,      // number: the state that sounds now, 0 silence
        movie,      // text: a movie that is passed over
        preference, // text: a preference that was written
        saved,      // text: a saved game was written
        loaded,
        exit,
    };
    Kind kind = Kind::log;
    std::string text{};
    std::uint32_t number = 0;
    bool operator==(const GameEvent&) const = default;
};

struct Preference {
    std::string text{};
    bool number = false; // scripts read it as a number
    bool operator==(const Preference&) const = default;
};

struct GameOptions {
    bool analogue_sticks = false;                    // axes between -1 and 1
    Falloff fast_light = Falloff::lambert;           // how FASTDYN shades (R84)
    std::map<std::string, Preference> preferences{}; // of the player; by ReadRegistryValue
    std::string date = "01.01.2000 00:00.00";        // what scripts are told
    bool international = false;                      // the data aren't English
    lua::Limits limits{};
};

class Game {
  public:
    // Boots. Refused only without _system.lua; scripts that fail are reported. The store holds saved games
    // and the files that scripts write; none: in memory.
    static Expected<std::unique_ptr<Game>> open(std::unique_ptr<DataFiles> files, GameOptions options = {},
                                                std::unique_ptr<Store> store = {});
    static Expected<std::unique_ptr<Game>> open_folder(const std::filesystem::path& folder,
                                                       GameOptions options = {},
                                                       std::unique_ptr<Store> store = {});
    ~Game();
    Game(const Game&) = delete;
    Game& operator=(const Game&) = delete;

    // One frame: begin_frame, then (the picture, by whoever draws) end_frame.
    std::span<const GameEvent> step(std::int32_t milliseconds, std::span<const InputEvent> input = {});
    // Loading, saving, input, and what a picture of the stage needs: light and postCamChangeHandler. The
    // picture is drawn behind it.
    void begin_frame(std::span<const InputEvent> input);
    // Tasks, actors, sounds, music. Events are valid until the next frame begins.
    std::span<const GameEvent> end_frame(std::int32_t milliseconds);
    // False: the picture is to be left as it is (pause), or the movie covers it.
    bool draws() const;

    bool finished() const { return finished_; }
    std::uint64_t frames() const { return stage_.updates; }

    const Stage& stage() const { return stage_; }
    Stage& stage() { return stage_; }
    Cast& cast() { return resources_.cast(); }
    const Cast& cast() const { return resources_.cast(); }
    Resources& resources() { return resources_; }
    const Resources& resources() const { return resources_; }
    Audio& audio() { return audio_; }
    const Audio& audio() const { return audio_; }
    Controls& controls() { return controls_; }
    const Controls& controls() const { return controls_; }
    Extras& extras() { return extras_; }
    const Extras& extras() const { return extras_; }
    Store& store() { return *store_; }
    lua::Machine& machine() { return machine_; }
    const lua::Machine& machine() const { return machine_; }
    GameOptions& options() { return options_; }
    StageRun run();

    // Runs a line of script at once, as the console does. False: it failed (reported).
    bool run_line(std::string_view text);
    // What scripts did wrong, counted, since the beginning.
    const std::vector<lua::Report>& reports() const { return machine_.reports(); }

    // The whole state, between frames. Putting one back needs a game of the same data.
    Moment moment() const;
    void go_to(Moment moment);
    // As bytes (save.h); equal states have equal bytes.
    Expected<Bytes> save() const;
    // Refused: damaged bytes, other versions, other data. Then nothing has changed.
    Expected<void> restore(ByteView bytes, std::string_view file);
    std::uint64_t hash() const;

    // For script functions.
    void tell(GameEvent event) { events_.push_back(std::move(event)); }
    void log(std::string text) { tell({.kind = GameEvent::Kind::log, .text = std::move(text)}); }
    bool submit(std::vector<std::string> texts); // false: no game is being saved
    void exit();
    std::string translated(std::string_view text) const;
    std::uint32_t font_id(std::string_view file); // 0: the font is missing
    Ref<FontResource> font(std::uint32_t id);

  private:
    class Scripts;
    friend Game& game_of(lua::Host& host);
    Game(std::unique_ptr<DataFiles> files, GameOptions options, std::unique_ptr<Store> store);
    Expected<void> boot();
    void take_input(const InputEvent& event);
    void press(const InputEvent& event);
    void move_axis(ControlCode code, float value);
    void carry_out_load();
    void carry_out_save();
    void skip_movie();
    void drop_brief();
    void take_stage_events();
    void report_stuck();

    Resources resources_;
    GameOptions options_;
    std::unique_ptr<Store> store_;
    std::unique_ptr<Scripts> scripts_;
    lua::Machine machine_;
    Stage stage_;
    Audio audio_;
    Controls controls_;
    Extras extras_;
    std::vector<GameEvent> events_;
    std::optional<std::vector<std::string>> submitted_; // while a game is being saved
    bool finished_ = false;
};

} // namespace rekindle::emi
