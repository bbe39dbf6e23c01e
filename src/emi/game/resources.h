#pragma once
// What a game is played from: a folder with archives (or files in memory), read by name with the search order
// of emi-formats §1.3; translations, music states, lengths of voices and sounds. Never changes while the game
// runs but for what was already read.

#include <map>
#include <memory>
#include <optional>

#include "emi/data/game_files.h"
#include "emi/data/music.h"
#include "emi/data/text_table.h"
#include "emi/stage/cast.h"

namespace rekindle::emi {

class DataFiles {
  public:
    virtual ~DataFiles() = default;
    // Opened (uncompressed) bytes; missing: missing_data.
    virtual Expected<Bytes> read(std::string_view name) const = 0;
    virtual bool has(std::string_view name) const = 0;
    // What the set is called in messages.
    virtual std::string title() const = 0;
};
std::unique_ptr<DataFiles> files_of(GameFiles files, std::string title);
// By name, without case, as they are stored.
std::unique_ptr<DataFiles> files_of(std::map<std::string, Bytes> files, std::string title);

class Resources final : public CastSource {
  public:
    explicit Resources(std::unique_ptr<DataFiles> files);
    Resources(const Resources&) = delete;
    Resources& operator=(const Resources&) = delete;

    Expected<Bytes> read(std::string_view name) override { return files_->read(name); }
    std::optional<std::int32_t> voice_length(std::string_view line) override;
    bool has(std::string_view name) const { return files_->has(name); }
    const DataFiles& files() const { return *files_; }

    // script.tab and the music tables; what is missing is answered, a line each. None of it is fatal.
    std::vector<std::string> open_tables();
    const Translations& translations() const { return translations_; }
    // Which data set this is: of its main script and its texts. Saved games of another one are refused.
    std::uint64_t id() const { return id_; }

    // Sound effects by the name that scripts write; ms. Nothing: missing.
    std::optional<std::int32_t> sound_length(std::string_view name);
    std::string sound_file(std::string_view name) const;

    const MusicState* music(std::int32_t state) const; // nullptr: silence
    std::int32_t music_states() const { return music_count_; }
    const MusicCue& cue(std::int32_t state, std::int32_t quality);
    std::string music_file(std::int32_t state, std::int32_t quality) const;

    Cast& cast() { return cast_; }
    const Cast& cast() const { return cast_; }

  private:
    std::unique_ptr<DataFiles> files_;
    Translations translations_;
    std::uint64_t id_ = 0;
    std::map<std::int32_t, MusicState> music_;
    std::int32_t music_count_ = 0;
    std::map<std::string, std::optional<std::int32_t>> voices_, sounds_;
    std::map<std::string, MusicCue> cues_;
    Cast cast_{*this};
};

} // namespace rekindle::emi
