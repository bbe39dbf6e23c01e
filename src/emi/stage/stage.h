#pragma once
// The stage as one value that can be copied, compared and saved: actors, the sets that are loaded,
// texts, layers, primitives, iris, dimming, modes, speech, clock. No files, no drawing, no pointers; what
// never changes is in the Cast. The functions that change it are in actors.h, chores.h, walking.h, speech.h,
// scenery.h and screen.h, one a script function of emi-engine §9 or a rule; update() is here. Angles are
// degrees, times whole milliseconds, colours 0xRRGGBB.

#include "emi/stage/cast.h"
#include "emi/stage/head.h"
#include "emi/stage/lighting.h"
#include "emi/stage/motion.h"

namespace rekindle::emi {

// Ids rise from 1 and are never used again; 0 is none.
using ActorId = std::uint32_t;
using ChoreId = std::uint32_t;
using TextId = std::uint32_t;
using LayerId = std::uint32_t;
using PrimitiveId = std::uint32_t;

// ------------------------------------------------------------------------------------------------ costumes

// How a mesh or a vertex takes its part in alpha (R82).
namespace alpha_mode {
inline constexpr std::int32_t off = -1, replace = 2, modulate = 3;
}
struct ModelState {
    std::int32_t alpha_mode = alpha_mode::off;
    float alpha = 1;
    std::vector<Vec3> shading{}; // as computed last (R80), a vertex each; empty: never, which is (1,1,1)
    bool operator==(const ModelState&) const = default;
};

struct HeadState {
    std::string joint{}; // empty: no head turning
    glm::vec3 offset{0};
    HeadLimits limits{};
    float rate = 200; // degrees a second
    glm::quat turn{1, 0, 0, 0};
    bool operator==(const HeadState&) const = default;
};

// A costume on an actor's stack.
struct WornCostume {
    Ref<CostumeResource> costume;
    ChoreId first_chore = 0; // id of its chore 0; the others follow
    CostumeState state{};
    std::vector<ModelState> models{};          // of the costume's models
    std::vector<std::int32_t> picture_slots{}; // of its texture tracks: number in Actor::pictures, -1 none
    std::vector<glm::mat4> pose{};             // the worn skeleton's joints, model space; empty: none is worn
    HeadState head{};
    bool operator==(const WornCostume&) const = default;
};

// A chore that an actor starts by itself (R38-R40, R91): costume and number. Without a costume: empty.
struct ChoreSlot {
    Ref<CostumeResource> costume;
    std::uint32_t chore = 0;
    explicit operator bool() const { return bool(costume); }
    bool operator==(const ChoreSlot&) const = default;
};

// Which picture of a texture an actor shows (R43).
struct ActorPicture {
    Ref<TextureResource> texture;
    std::uint32_t shown = 0;
    bool operator==(const ActorPicture&) const = default;
};

// -------------------------------------------------------------------------------------------------- actors

struct LocalAlpha {
    std::uint32_t vertex = 0;
    std::int32_t mode = alpha_mode::off;
    float alpha = 1;
    bool operator==(const LocalAlpha&) const = default;
};

// A planar shadow (R94).
struct ShadowSlot {
    std::string name{};
    bool active = false;
    bool keeps_normal = false;
    glm::vec3 light{0};
    std::uint32_t color = 0;
    std::vector<Sector> sectors{};
    bool operator==(const ShadowSlot&) const = default;
};
inline constexpr std::size_t shadow_slots = 8;

// What an actor says (R91-R93).
struct Talk {
    bool talking = false, background = false;
    std::string line{};       // id of the voice; empty: none
    bool voice = false;       // it sounds
    std::int32_t elapsed = 0; // ms of the voice
    std::int32_t length = 0;  // of the voice
    Ref<LipResource> lip;
    std::int32_t shape = -1; // mouth that is shown; -1 none
    TextId subtitle = 0;
    bool operator==(const Talk&) const = default;
};

enum class CollisionMode : std::uint8_t { off, box, sphere };

struct Actor {
    ActorId id = 0;
    std::string name{};
    std::string set{};    // where it is drawn and updated; empty: nowhere
    bool frozen = false;  // ActorToClean
    bool unbound = false; // scripts see it in no set
    bool overworld = false;
    bool visible = true, culled = true;

    Motion motion{};
    float reflection = 80; // degrees
    bool walked = false, walked_before = false;
    TurnDirection turned = TurnDirection::none, turned_before = TurnDirection::none;
    bool turning_to = false; // the last TurnActorTo had something left to do
    CollisionMode collision = CollisionMode::off;
    float collision_scale = 1;
    float view_angle = 180; // of GetVisibleThings, degrees

    float time_scale = 1, scale = 1;
    bool puck_enabled = true, puck_oriented = false, walk_dominates = false;

    std::vector<WornCostume> costumes{}; // bottom first
    std::vector<ActorPicture> pictures{};
    ChoreSlot rest{}, walk{}, left{}, right{}, mumble{};
    std::array<ChoreSlot, 10> mouths{};

    ActorId parent = 0;
    std::string parent_joint{};
    std::int32_t order = 0;      // own sort order
    bool inherits_order = false; // the parent's counts
    std::int32_t sector_order = 0;
    bool in_sector_order = false; // constrained: the sector's counts

    bool looking = false;
    glm::vec3 look_point{0};
    ActorId look_at = 0;

    LightMode light_mode = LightMode::fast_dynamic;
    std::int32_t alpha_mode = alpha_mode::off;
    float alpha = 1;
    std::vector<LocalAlpha> local_alphas{}; // ascending vertex
    std::array<ShadowSlot, shadow_slots> shadows{};
    std::uint32_t shadow_slot = 0; // that the older functions mean

    std::uint32_t talk_color = 0xFFFFFF;
    Talk talk{};
    bool operator==(const Actor&) const = default;
};

// ----------------------------------------------------------------------------------------------------- sets

struct LightState {
    std::string name{};
    bool enabled = true;
    bool exists = true; // its type is one of the four
    float intensity = 1;
    glm::vec3 color{0}; // channel / 255
    Light light;        // its colour is color · intensity
    bool operator==(const LightState&) const = default;
};

// A set that is loaded: the current one, and locked ones.
struct SetState {
    std::string name{}; // as scripts wrote it
    Ref<SetResource> set;
    bool locked = false;
    std::uint32_t setup = 0;
    std::vector<Camera> cameras{}; // of the setups
    std::vector<LightState> lights{};
    std::vector<Sector> sectors{};
    bool operator==(const SetState&) const = default;
};

// ------------------------------------------------------------------------------------------------ the screen

enum class Mode : std::uint8_t { pause = 1, normal, movie, frozen, overworld };
enum class Justification : std::uint8_t { center = 1, left, right };

struct TextStyle {
    glm::ivec2 place{0}; // pixels from the top left
    std::int32_t width = 0, height = 0;
    Ref<FontResource> font{};
    std::uint32_t color = 0xFFFFFF;
    Justification justification = Justification::left;
    std::int32_t layer = 0;
    std::int32_t duration = 0; // ms; 0: no end
    std::int32_t volume = 100, pan = 64;
    bool background = true;
    bool operator==(const TextStyle&) const = default;
};
struct Text {
    TextId id = 0;
    std::string text{};
    TextStyle style{};
    std::int32_t level = 0; // of the stack; 0 is shown
    std::int32_t elapsed = 0;
    bool shown = false;  // it was in a picture: its time counts
    ActorId speaker = 0; // a subtitle; placed by speech.h
    bool operator==(const Text&) const = default;
};

// A picture between the others, or in front (R10).
struct Layer {
    LayerId id = 0;
    Ref<LayerResource> picture;
    std::int32_t order = 0;
    std::uint32_t frame = 0;
    bool operator==(const Layer&) const = default;
};

enum class PrimitiveKind : std::uint8_t { line, rectangle, polygon };
struct Primitive {
    PrimitiveId id = 0;
    PrimitiveKind kind = PrimitiveKind::line;
    bool filled = false;
    std::uint32_t color = 0;
    std::int32_t layer = 0;
    std::array<glm::ivec2, 4> points{}; // pixels; two for lines and rectangles
    bool operator==(const Primitive&) const = default;
};

enum class IrisState : std::uint8_t { none, opening, closing, closed };
struct Iris {
    IrisState state = IrisState::none;
    glm::vec2 target{0}; // pixels
    std::int32_t length = 0, elapsed = 0;
    bool operator==(const Iris&) const = default;
};

struct RunningMovie {
    std::string name{}; // empty: none
    bool paused = false;
    TextId subtitle = 0;
    bool operator==(const RunningMovie&) const = default;
};

// Things to hear: the game takes them out after each frame.
struct StageEvent {
    enum class Kind : std::uint8_t {
        start_voice,
        stop_voice,
        stop_sounds,
        pause_sounds,
        resume_sounds,
        place_sounds
    };
    Kind kind = Kind::stop_sounds;
    ActorId actor = 0;
    std::string name{};
    std::int32_t volume = 100, pan = 64;
    bool operator==(const StageEvent&) const = default;
};

enum class SpeechMode : std::uint8_t { text = 1, voice, both };

// ------------------------------------------------------------------------------------------------- the stage

struct Stage {
    std::uint64_t updates = 0;
    std::int32_t frame_time = 0;   // dt of the present update (system.frameTime)
    std::int32_t short_frames = 0; // updates to come with dt 0
    Mode mode = Mode::normal, mode_before = Mode::normal;

    std::vector<Actor> actors; // ascending id
    ActorId selected = 0;
    std::vector<SetState> sets;
    std::string set;       // the current one; empty: none
    std::string shown_set; // of the last picture (R6 step 2)
    std::uint32_t shown_setup = 0;

    std::vector<Layer> layers;         // ascending id
    std::vector<Text> texts;           // ascending id
    std::vector<Primitive> primitives; // ascending id
    Iris iris;
    float dim = 0; // 0: off
    RunningMovie movie;

    TextStyle speech_style{.justification = Justification::center}, text_style{}, print_style{};
    std::int32_t text_speed = 7; // 1..10
    SpeechMode speech_mode = SpeechMode::both;
    bool background_counts = false; // the flag that background talkers share (R93)

    std::vector<StageEvent> events; // of this frame; the game takes them out

    ActorId next_actor = 1;
    ChoreId next_chore = 1;
    TextId next_text = 1;
    LayerId next_layer = 1;
    PrimitiveId next_primitive = 1;
    bool operator==(const Stage&) const = default;

    const Actor* find(ActorId id) const;
    Actor* find(ActorId id);
    const SetState* current() const; // the current set; nullptr: none
    SetState* current();
};

// What the stage calls while it is changed, at once: scripts. They may change the stage in any way.
class StageHooks {
  public:
    // The tasks of scripts, first in every update (R3).
    virtual void run_tasks(std::int32_t dt) { (void)dt; }
    virtual void set_global(std::string_view name, std::int32_t value) { (void)name, (void)value; }
    virtual void run_script(std::string_view text) { (void)text; }
    virtual void setup_changed(std::uint32_t from, std::uint32_t to) { (void)from, (void)to; }
    virtual void collided(ActorId a, ActorId b) { (void)a, (void)b; } // for the pair and turned round
    // Something a script asked for that can't be; for reports.
    virtual void warn(std::string_view text) { (void)text; }

  protected:
    ~StageHooks() = default;
};

// A stage under way.
struct StageRun {
    Stage& stage;
    Cast& cast;
    StageHooks& hooks;
};

// One world update (R2-R5): `elapsed` ms since the last one; below 0: skipped.
void update(StageRun run, std::int32_t elapsed);

// Whether an actor is updated and, if visible, drawn (R5, R8).
bool is_active(const Stage& stage, const Actor& actor);
std::vector<ActorId> active_actors(const Stage& stage); // ascending

} // namespace rekindle::emi
