#include "flashback/library.h"

namespace rekindle::flashback {

Expected<const LoadedLevel*> Library::level(int index) {
    if (const auto found = levels_.find(index); found != levels_.end()) return &found->second;
    RK_TRY(Level level, load_level(data_, index));
    RK_TRY(LevelPictures pictures, load_level_pictures(data_, level));
    LoadedLevel loaded{std::move(level), std::make_shared<const LevelPictures>(std::move(pictures))};
    return &levels_.emplace(index, std::move(loaded)).first->second;
}

} // namespace rekindle::flashback
