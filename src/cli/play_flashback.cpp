// Flashback for rekindle play.

#include <ctime>
#include <map>

#include "base/files.h"
#include "cli/playable.h"
#include "flashback/game.h"

namespace rekindle::cli {
namespace {

using flashback::FlashbackGame;

const std::map<std::string, int> skills{{"easy", 0}, {"normal", 1}, {"expert", 2}};

// Walks about a little, for data without a recording of its own.
constexpr std::string_view stroll = "30 -\n60 right\n20 -\n45 left\n15 -\n30 right\n20 up\n40 -\n40 left\n";

// Which recording shows something of a level without a player.
std::string demo_of_level(const flashback::DataSet& data, int level) {
    for (const flashback::DemoStart& start : flashback::demo_starts())
        if (start.level == level && data.has(start.file)) return std::string(start.file);
    return {};
}

Expected<std::unique_ptr<host::InputSource>> input_of(const PlayOptions& options, bool headless) {
    if (options.input.empty() && !headless) return nullptr;
    std::string text(stroll), name = "stroll";
    if (!options.input.empty()) {
        RK_TRY(const Bytes bytes, read_file(options.input));
        text.assign(bytes.begin(), bytes.end());
        name = options.input;
    }
    RK_TRY(host::Recording recording, host::read_recording(text, name, FlashbackGame::all_actions()));
    return std::make_unique<host::RecordedInput>(std::move(recording));
}

Expected<std::unique_ptr<FlashbackGame>> game_of(const PlayOptions& options,
                                                 const demo::EmbeddedGame* embedded, bool headless) {
    RK_TRY(flashback::DataSet data,
           embedded != nullptr ? embedded->open() : flashback::DataSet::open(options.data));
    const int level = options.level.value_or(embedded != nullptr ? embedded->level : 0);
    std::string demo = options.demo;
    if (headless && demo.empty() && options.input.empty()) demo = demo_of_level(data, level);
    const auto now = static_cast<std::uint32_t>(std::time(nullptr));
    // A recorded input neither saves over the player's games nor loads them.
    const bool saves = !headless && options.input.empty();
    const std::string_view shelf = embedded != nullptr ? embedded->name : flashback::info(data.release()).key;
    const std::filesystem::path shelves = saves ? xdg_state_dir() / "saves" / shelf : std::filesystem::path{};
    return FlashbackGame::open(std::move(data),
                               {.title = std::string(embedded != nullptr ? embedded->title : "Flashback"),
                                .own_levels = embedded != nullptr,
                                .level = level,
                                .skill = options.skill.empty() ? 1 : skills.at(options.skill),
                                .seed = options.seed.value_or(headless ? 0 : now),
                                .demo = demo,
                                .code_line = options.code_line,
                                .original_order = false,
                                .saves = shelves});
}

class PlayableFlashback final : public Playable {
  public:
    PlayableFlashback(std::unique_ptr<FlashbackGame> game, std::unique_ptr<host::InputSource> input,
                      bool embedded)
        : game_(std::move(game)), input_(std::move(input)), embedded_(embedded) {}

    host::Game& game() override { return *game_; }
    host::SectionActions section() const override { return flashback_section(); }
    host::InputSource* input() override { return input_.get(); }
    host::Recording* recording() override { return &recording_; }
    std::string record() const override {
        return host::write_recording(recording_, FlashbackGame::all_actions());
    }
    // Our own recordings are shown whole.
    std::uint64_t headless_steps() const override { return embedded_ ? 1000 : 300; }

  private:
    std::unique_ptr<FlashbackGame> game_;
    std::unique_ptr<host::InputSource> input_;
    host::Recording recording_;
    bool embedded_;
};

} // namespace

host::SectionActions flashback_section() { return {"flashback", FlashbackGame::all_actions()}; }

Expected<std::unique_ptr<Playable>> open_flashback(const PlayOptions& options,
                                                   const demo::EmbeddedGame* embedded, bool headless) {
    RK_TRY(auto input, input_of(options, headless));
    RK_TRY(auto game, game_of(options, embedded, headless));
    return std::make_unique<PlayableFlashback>(std::move(game), std::move(input), embedded != nullptr);
}

} // namespace rekindle::cli
