#pragma once
// For chores.h's sources only: a costume on an actor as something under way.

#include "emi/stage/chores.h"

namespace rekindle::emi {

class ActorWearer final : public CostumeWearer {
  public:
    ActorWearer(StageRun run, ActorId actor, ChoreId first) : run_(run), actor_(actor), first_(first) {}
    CostumeState* costume() override;
    WornCostume* worn();
    void set_global(std::string_view name, std::int32_t value) override {
        run_.hooks.set_global(name, value);
    }
    void run_script(std::string_view text) override { run_.hooks.run_script(text); }
    void show_picture(std::uint32_t track, std::int32_t number) override;

  private:
    StageRun run_;
    ActorId actor_;
    ChoreId first_;
};

// Calls act(CostumeRun) for a costume that is worn.
template <typename Act>
void with_costume(StageRun run, ChoreAt at, Act act) {
    ActorWearer wearer(run, at.actor, at.first);
    const WornCostume* worn = wearer.worn();
    if (worn == nullptr) return;
    const CostumeResource& costume = run.cast.costumes()[worn->costume];
    act(CostumeRun{costume.plan, wearer, costume.durations});
}

// Nothing: there is no such actor, costume or chore. Pushes a costume that isn't worn yet.
std::optional<ChoreAt> chore_named(StageRun run, ActorId actor, std::string_view chore,
                                   std::string_view costume);
void play_at(StageRun run, ChoreAt at, bool loop, std::int32_t fade_ms);

} // namespace rekindle::emi
