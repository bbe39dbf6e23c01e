#include "base/trig.h"

#include <cmath>

#include <gtest/gtest.h>

namespace rekindle {

TEST(Trig, AgreesWithTheLibraryToTheLastPlaces) {
    double worst = 0;
    for (int i = -20000; i <= 20000; ++i) {
        const double x = i * 0.00731;
        worst = std::max(worst, std::abs(sine(x) - std::sin(x)));
        worst = std::max(worst, std::abs(cosine(x) - std::cos(x)));
        const double v = i / 20000.0;
        worst = std::max(worst, std::abs(arc_sine(v) - std::asin(v)));
        worst = std::max(worst, std::abs(arc_cosine(v) - std::acos(v)));
        const double y = std::fmod(i * 0.37, 5);
        worst = std::max(worst, std::abs(arc_tangent(y, x) - std::atan2(y, x)));
    }
    EXPECT_LT(worst, 1e-15);
    EXPECT_LT(std::abs(sine(1e5) - std::sin(1e5)), 1e-15);
}

TEST(Trig, KnowsItsCorners) {
    EXPECT_EQ(sine(0), 0);
    EXPECT_EQ(cosine(0), 1);
    EXPECT_EQ(arc_tangent(0, 0), 0);
    EXPECT_EQ(arc_tangent(0, -1), pi);
    EXPECT_EQ(arc_tangent(1, 0), pi / 2);
    EXPECT_EQ(arc_tangent(-1, 0), -pi / 2);
    EXPECT_EQ(arc_sine(2), pi / 2);
    EXPECT_EQ(arc_cosine(-2), pi);
}

} // namespace rekindle
