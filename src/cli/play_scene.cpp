// EMI data, and our own scenes in its formats, for rekindle play.

#include <algorithm>
#include <ctime>
#include <thread>

#include "base/files.h"
#include "cli/command.h"
#include "cli/playable.h"
#include "emi/play/scene_game.h"

namespace rekindle::cli {
namespace {

namespace fs = std::filesystem;

Expected<void> check(const PlayOptions& options) {
    const std::pair<bool, const char*> given[] = {
        {options.level.has_value(), "--level"}, {!options.skill.empty(), "--skill"},
        {options.seed.has_value(), "--seed"},   {!options.demo.empty(), "--demo"},
        {options.code_line, "--code-line"},
    };
    for (const auto& [is, name] : given)
        if (is) return usage_error("options of scenes; this one is Flashback's", name);
    return {};
}

Expected<std::unique_ptr<emi::DataFiles>> files_of(const PlayOptions& options,
                                                   const demo::EmbeddedScene* embedded) {
    if (embedded == nullptr) {
        RK_TRY(auto files, emi::GameFiles::open(options.data));
        return emi::files_of(std::move(files), options.data);
    }
    RK_TRY(auto files, embedded->open());
    return emi::files_of(std::move(files), std::string(embedded->name));
}

Expected<std::optional<emi::Replay>> replay_of(const PlayOptions& options) {
    if (options.input.empty()) return std::nullopt;
    RK_TRY(const Bytes bytes, read_file(options.input));
    RK_TRY(emi::Replay replay, emi::read_replay(std::string(bytes.begin(), bytes.end()), options.input));
    return replay;
}

// As scripts show it beside a saved game.
std::string date_of_now() {
    const std::time_t now = std::time(nullptr);
    std::tm local{};
    localtime_r(&now, &local);
    char text[32];
    std::strftime(text, sizeof text, "%d.%m.%Y %H:%M.%S", &local);
    return text;
}

class PlayableScene final : public Playable {
  public:
    PlayableScene(std::unique_ptr<emi::SceneGame> game, std::uint64_t steps)
        : game_(std::move(game)), steps_(steps) {}

    host::Game& game() override { return *game_; }
    host::SectionActions section() const override { return scene_section(); }
    std::string record() const override { return emi::write_replay(game_->replay()); }
    std::uint64_t headless_steps() const override { return steps_; }

  private:
    std::unique_ptr<emi::SceneGame> game_;
    std::uint64_t steps_;
};

} // namespace

host::SectionActions scene_section() { return {"emi", emi::SceneGame::all_actions()}; }

Expected<std::unique_ptr<Playable>> open_scene(const PlayOptions& options,
                                               const demo::EmbeddedScene* embedded, bool headless) {
    RK_CHECK(check(options));
    RK_TRY(auto replay, replay_of(options));
    RK_TRY(auto files, files_of(options, embedded));
    // A recorded input neither saves over the player's games nor loads them.
    const bool saves = !headless && !replay;
    const std::string shelf = embedded != nullptr ? std::string(embedded->name) : "emi";
    const fs::path folder = saves ? xdg_state_dir() / "saves" / shelf : fs::path{};
    emi::GameOptions game_options;
    if (saves) game_options.date = date_of_now();
    RK_TRY(auto game, emi::Game::open(std::move(files), std::move(game_options),
                                      saves ? emi::folder_store(folder) : nullptr));
    const std::uint64_t steps = replay ? std::max(replay->frames, 1u) : 300;
    RK_TRY(auto scene,
           emi::SceneGame::open(
               std::move(game),
               {.title = std::string(embedded != nullptr ? embedded->title : "Escape from Monkey Island"),
                .replay = std::move(replay),
                .quick_save = saves ? folder / "quick.rks" : fs::path{},
                .threads = std::max(1u, std::thread::hardware_concurrency())}));
    return std::make_unique<PlayableScene>(std::move(scene), steps);
}

} // namespace rekindle::cli
