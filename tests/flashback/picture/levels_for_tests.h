#pragma once
// The demo's levels with their pictures, loaded once a test program. Only behind RK_NEEDS_SHARED().

#include <map>
#include <memory>

#include "flashback/data/load_level.h"
#include "flashback/picture/level_pictures.h"
#include "support/flashback_demo.h"

namespace rekindle::test {

struct TestLevel {
    flashback::Level level;
    std::shared_ptr<const flashback::LevelPictures> pictures;
};

inline const TestLevel& test_level(int index) {
    static std::map<int, TestLevel> levels;
    const auto [at, added] = levels.try_emplace(index);
    if (added) {
        auto level = flashback::load_level(demo_data(), index);
        EXPECT_TRUE(level) << level.error().line();
        at->second.level = *std::move(level);
        auto pictures = flashback::load_level_pictures(demo_data(), at->second.level);
        EXPECT_TRUE(pictures) << pictures.error().line();
        at->second.pictures = std::make_shared<flashback::LevelPictures>(*std::move(pictures));
    }
    return at->second;
}

} // namespace rekindle::test
