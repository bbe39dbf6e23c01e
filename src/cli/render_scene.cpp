#include "cli/render_scene.h"

#include <filesystem>

#include <fmt/format.h>

#include "base/files.h"
#include "cli/command.h"
#include "cli/new_folder.h"
#include "demo/embedded.h"
#include "emi/game/game.h"
#include "emi/picture/from_stage.h"
#include "emi/picture/software.h"
#include "emi/stage/scenery.h"

namespace rekindle::cli {
namespace {

namespace fs = std::filesystem;
using namespace emi;

constexpr std::int32_t frame_ms = 16;

// A game's files with a first script that starts nothing: a set alone is looked at.
class Unbooted final : public DataFiles {
  public:
    explicit Unbooted(std::unique_ptr<DataFiles> files) : files_(std::move(files)) {}
    Expected<Bytes> read(std::string_view name) const override {
        if (name != "_system.lua") return files_->read(name);
        const ByteView text = as_bytes("function BOOT() end\n");
        return Bytes(text.begin(), text.end());
    }
    bool has(std::string_view name) const override { return name == "_system.lua" || files_->has(name); }
    std::string title() const override { return files_->title(); }

  private:
    std::unique_ptr<DataFiles> files_;
};

Expected<std::unique_ptr<DataFiles>> files_of_scene(const SceneRender& options) {
    if (options.game.empty()) {
        RK_TRY(GameFiles files, GameFiles::open(options.data));
        return emi::files_of(std::move(files), options.data);
    }
    const demo::EmbeddedScene* scene = demo::find_embedded_scene(options.game);
    if (scene == nullptr)
        return usage_error("an embedded scene; rekindle play --list shows them", options.game);
    std::map<std::string, Bytes> files;
    for (const auto& [name, bytes] : scene->files()) {
        RK_TRY(const Archive archive, read_archive(bytes, name));
        for (const ArchiveEntry& entry : archive.entries) {
            const ByteView stored = contents_of(bytes, entry);
            files.insert_or_assign(entry.name, Bytes(stored.begin(), stored.end()));
        }
    }
    return emi::files_of(std::move(files), options.game);
}

void tell(std::span<const GameEvent> events) {
    for (const GameEvent& event : events)
        if (event.kind == GameEvent::Kind::log || event.kind == GameEvent::Kind::report)
            print(event.text + "\n");
}

Expected<void> run_script(Game& game, const std::string& file) {
    RK_TRY(const Bytes text, read_file(file));
    const std::size_t before = game.reports().size();
    if (game.machine().run_file(text, file) != lua::Outcome::ok)
        return bad_data(file, 0, "a script that runs to its end",
                        game.reports().size() > before ? game.reports().back().line() : "a failure");
    return {};
}

// The game with the set entered, its setup chosen and the script run.
Expected<std::unique_ptr<Game>> scene_of(const SceneRender& options) {
    RK_TRY(std::unique_ptr<DataFiles> files, files_of_scene(options));
    if (!options.boot) files = std::make_unique<Unbooted>(std::move(files));
    RK_TRY(std::unique_ptr<Game> game, Game::open(std::move(files)));
    if (!options.set.empty() && !enter_set(game->run(), options.set))
        return missing(game->resources().files().title() + ": " + options.set, "a set",
                       "Sets are the names in .setb; rekindle inspect lists the files.");
    if (options.setup) {
        const SetState* set = game->stage().current();
        const auto setups = set == nullptr ? std::size_t{0} : set->cameras.size();
        if (static_cast<std::size_t>(*options.setup) >= setups)
            return usage_error(fmt::format("a setup of 0 to {}", setups == 0 ? 0 : setups - 1),
                               std::to_string(*options.setup));
        choose_setup(game->run(), *options.setup);
    }
    if (!options.script.empty()) RK_CHECK(run_script(*game, options.script));
    return game;
}

// Draws the frames of a game into a folder.
class Camera {
  public:
    Camera(Game& game, fs::path folder, std::string shown)
        : game_(game), pictures_(game.cast()), folder_(std::move(folder)), shown_(std::move(shown)) {}

    // In the middle of a frame.
    Expected<void> take(const std::string& name) {
        make_list();
        return write(list_, name);
    }
    Expected<void> take_apart() {
        make_list();
        for (const PeelStep& step : peel(list_)) RK_CHECK(write(step.list, step.name));
        return {};
    }

  private:
    void make_list() { pictures_.make(list_, game_.stage(), {.fast = game_.options().fast_light}); }
    Expected<void> write(const DrawList& list, const std::string& name) {
        renderer_.draw(list);
        RK_TRY(const Bytes png, encode_png(renderer_.picture()));
        RK_CHECK(write_file(folder_ / (name + ".png"), png));
        print(fmt::format("{}\n", (fs::path(shown_) / (name + ".png")).string()));
        return {};
    }

    Game& game_;
    StagePictures pictures_;
    SoftwareRenderer renderer_{640, 480, 2};
    DrawList list_;
    fs::path folder_;
    std::string shown_;
};

} // namespace

Expected<void> render_scene(const SceneRender& options) {
    RK_TRY(const std::unique_ptr<Game> game, scene_of(options));
    RK_TRY(NewFolder folder, NewFolder::create(options.out));
    Camera camera(*game, folder.work(), options.out);
    Progress progress("drawing", options.frames);
    for (std::uint32_t frame = 1; frame <= options.frames; ++frame) {
        game->begin_frame({});
        const bool last = frame == options.frames;
        if (last && game->stage().current() == nullptr)
            return usage_error("a set to draw: --set NAME, or --boot with more --frames", "none entered");
        if (last || (options.every > 0 && frame % options.every == 0))
            RK_CHECK(camera.take(fmt::format("frame_{:05}", frame)));
        if (last && options.peel) RK_CHECK(camera.take_apart());
        tell(game->end_frame(frame_ms));
        progress.step(fmt::format("frame {}", frame));
    }
    return folder.finish();
}

} // namespace rekindle::cli
