#include "emi/game/resources.h"

#include <algorithm>

#include "base/hash.h"
#include "emi/data/aiff.h"
#include "emi/data/stored.h"
#include "emi/data/voice.h"

namespace rekindle::emi {
namespace {

class FolderFiles final : public DataFiles {
  public:
    FolderFiles(GameFiles files, std::string title) : files_(std::move(files)), title_(std::move(title)) {}
    Expected<Bytes> read(std::string_view name) const override { return files_.read(name); }
    bool has(std::string_view name) const override { return files_.find(name).has_value(); }
    std::string title() const override { return title_; }

  private:
    GameFiles files_;
    std::string title_;
};

class MemoryFiles final : public DataFiles {
  public:
    MemoryFiles(std::map<std::string, Bytes> files, std::string title) : title_(std::move(title)) {
        for (auto& [name, bytes] : files) files_.insert_or_assign(normal_name(name), std::move(bytes));
    }
    Expected<Bytes> read(std::string_view name) const override {
        const auto at = files_.find(normal_name(name));
        if (at == files_.end() || has_backslash(name))
            return missing(std::string(name), "a file of " + title_);
        RK_TRY(Opened opened, open_stored(at->second, name));
        return std::move(opened.bytes);
    }
    bool has(std::string_view name) const override {
        return !has_backslash(name) && files_.contains(normal_name(name));
    }
    std::string title() const override { return title_; }

  private:
    static bool has_backslash(std::string_view name) { return name.find('\\') != std::string_view::npos; }
    std::map<std::string, Bytes> files_;
    std::string title_;
};

std::int32_t ms_of(std::uint64_t frames, std::uint32_t rate) {
    return rate == 0
               ? 0
               : static_cast<std::int32_t>(std::min<std::uint64_t>(frames * 1000 / rate, 1'000'000'000));
}

std::optional<std::int32_t> length_of_voice(ByteView bytes, std::string_view file) {
    const auto voice = read_voice(bytes, file);
    if (!voice || voice->head.stored.size() < 44) return std::nullopt;
    const Bytes& head = voice->head.stored;
    const auto u32 = [&](std::size_t at) {
        return std::uint32_t{head[at]} | std::uint32_t{head[at + 1]} << 8 |
               std::uint32_t{head[at + 2]} << 16 | std::uint32_t{head[at + 3]} << 24;
    };
    const std::uint32_t frame = std::max<std::uint32_t>(1, std::uint32_t{head[22]} * head[34] / 8);
    return ms_of(u32(40) / frame, u32(24));
}

} // namespace

std::unique_ptr<DataFiles> files_of(GameFiles files, std::string title) {
    return std::make_unique<FolderFiles>(std::move(files), std::move(title));
}
std::unique_ptr<DataFiles> files_of(std::map<std::string, Bytes> files, std::string title) {
    return std::make_unique<MemoryFiles>(std::move(files), std::move(title));
}

Resources::Resources(std::unique_ptr<DataFiles> files) : files_(std::move(files)) {}

std::vector<std::string> Resources::open_tables() {
    std::vector<std::string> lines;
    bool any_music = false;
    for (const char* name :
         {"Textures/FullMonkeyMap1.imt", "Textures/FullMonkeyMap2.imt", "Textures/FullMonkeyMap.imt"}) {
        if (!has(name)) continue;
        const auto bytes = read(name);
        if (!bytes) {
            lines.push_back(bytes.error().line());
            continue;
        }
        const auto table = read_music_table(*bytes, name);
        if (!table) {
            lines.push_back(table.error().line());
            continue;
        }
        any_music = true;
        for (const MusicState& state : table->states) {
            const auto id = static_cast<std::int32_t>(std::min<std::uint32_t>(state.id, 125));
            music_count_ = std::max(music_count_, id + 1);
            music_.insert_or_assign(id, state);
        }
    }
    if (!any_music) lines.emplace_back("music is off: no table Textures/FullMonkeyMap*.imt");

    std::uint64_t id = 0;
    if (const auto bytes = read("script.tab"); !bytes) {
        lines.push_back(bytes.error().line() + " Nothing is translated.");
    } else {
        id = hash64(*bytes, id);
        if (const auto table = read_text_table(*bytes, "script.tab", true))
            translations_ = Translations(*table);
        else
            lines.push_back(table.error().line());
    }
    if (const auto bytes = read("_system.lua")) id = hash64(*bytes, id);
    id_ = id;
    return lines;
}

std::optional<std::int32_t> Resources::voice_length(std::string_view line) {
    std::string name = normal_name(std::string(line) + ".wVC");
    if (const auto known = voices_.find(name); known != voices_.end()) return known->second;
    std::optional<std::int32_t> length;
    if (has(name))
        if (const auto bytes = read(name)) length = length_of_voice(*bytes, name);
    voices_.emplace(std::move(name), length);
    return length;
}

std::string Resources::sound_file(std::string_view name) const {
    std::string file = normal_name(name);
    if (!file.ends_with(".aif") && !has(file)) file += ".aif";
    return file;
}

std::optional<std::int32_t> Resources::sound_length(std::string_view name) {
    std::string file = sound_file(name);
    if (const auto known = sounds_.find(file); known != sounds_.end()) return known->second;
    std::optional<std::int32_t> length;
    if (has(file))
        if (const auto bytes = read(file))
            if (const auto aiff = read_aiff(*bytes, file)) {
                const Pcm pcm = aiff_pcm(*aiff);
                length = ms_of(pcm.samples.size() / std::max<std::size_t>(1, pcm.channels), pcm.rate);
            }
    sounds_.emplace(std::move(file), length);
    return length;
}

const MusicState* Resources::music(std::int32_t state) const {
    const auto at = music_.find(state);
    return state <= 0 || at == music_.end() ? nullptr : &at->second;
}

std::string Resources::music_file(std::int32_t state, std::int32_t quality) const {
    const MusicState* entry = music(state);
    return entry == nullptr ? std::string()
                            : (quality == 0 ? "Textures/spago/" : "Textures/mego/") + entry->file;
}

const MusicCue& Resources::cue(std::int32_t state, std::int32_t quality) {
    std::string name = normal_name(music_file(state, quality));
    if (name.size() > 4) name = name.substr(0, name.size() - 4) + ".jmm";
    if (const auto known = cues_.find(name); known != cues_.end()) return known->second;
    MusicCue cue;
    if (!name.empty() && has(name))
        if (const auto bytes = read(name))
            if (const auto found = read_music_cue(*bytes, name)) cue = *found;
    return cues_.emplace(std::move(name), std::move(cue)).first->second;
}

} // namespace rekindle::emi
