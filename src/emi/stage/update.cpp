// One world update (emi-engine R2-R5).
#include <algorithm>

#include "emi/stage/chores.h"
#include "emi/stage/screen.h"
#include "emi/stage/speech.h"
#include "emi/stage/walking.h"

namespace rekindle::emi {
namespace {

std::int32_t scaled(std::int32_t dt, float scale) {
    return std::max(whole(static_cast<float>(dt) * scale), 0);
}

void update_actor(StageRun run, ActorId id, std::int32_t dt) {
    advance_moves(run, id, dt);
    start_own_chores(run, id);
    move_mouth(run, id);
    const Actor* actor = run.stage.find(id);
    if (actor == nullptr) return;
    advance_costumes(run, id, scaled(dt, actor->time_scale));
    pose_actor(run.stage, run.cast, id, dt);
}

} // namespace

void update(StageRun run, std::int32_t elapsed) {
    if (elapsed < 0) return;
    Stage& stage = run.stage;
    ++stage.updates;
    std::int32_t dt = elapsed;
    if (stage.short_frames > 0) {
        --stage.short_frames;
        dt = 0;
    }
    if (stage.mode == Mode::pause) dt = 0;
    stage.frame_time = dt;
    run.hooks.run_tasks(dt);
    const bool moves =
        stage.mode == Mode::normal || stage.mode == Mode::movie || stage.mode == Mode::overworld;
    if (stage.set.empty() || !moves) return;
    advance_talk(run, dt);
    // By id: scripts that chores run may add and remove actors.
    for (ActorId done = 0;;) {
        const Actor* next = nullptr;
        for (const Actor& actor : stage.actors)
            if (actor.id > done && is_active(stage, actor)) {
                next = &actor;
                break;
            }
        if (next == nullptr) break;
        done = next->id;
        update_actor(run, done, dt);
    }
    advance_screen(stage, dt);
}

} // namespace rekindle::emi
