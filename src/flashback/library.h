#pragma once
// The levels of one data set, loaded when they are first asked for and kept: what the tick reads and what is
// drawn. Owned by the game.

#include <map>
#include <memory>

#include "flashback/data/load_level.h"
#include "flashback/picture/level_pictures.h"

namespace rekindle::flashback {

struct LoadedLevel {
    Level level;
    std::shared_ptr<const LevelPictures> pictures;
};

class Library {
  public:
    explicit Library(DataSet data) : data_(std::move(data)) {}
    const DataSet& data() const { return data_; }
    // Index 0..6. Valid as long as the library.
    Expected<const LoadedLevel*> level(int index);

  private:
    DataSet data_;
    std::map<int, LoadedLevel> levels_;
};

} // namespace rekindle::flashback
