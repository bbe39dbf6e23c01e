// Frames of Coat, the embedded scene, by both renderers (emi-engine R83), and by any number of threads.

#include <cstdlib>

#include <gtest/gtest.h>

#include "base/compare.h"
#include "emi/game/game.h"
#include "emi/picture/from_stage.h"
#include "emi/picture/gl/headless.h"
#include "emi/picture/software.h"
#include "emi/stage/scenery.h"
#include "support/coat.h"

namespace rekindle::emi {
namespace {

// The game after half a second, with what a test changes in it.
struct Shop {
    std::unique_ptr<Game> game = open();
    StagePictures pictures{game->cast()};

    static std::unique_ptr<Game> open() {
        auto made = Game::open(files_of(test::coat_files(), "coat"));
        if (!made) {
            std::fprintf(stderr, "%s\n", made.error().line().c_str());
            std::abort();
        }
        return std::move(*made);
    }
    Shop() { run(30); }
    void run(int frames) {
        for (int i = 0; i < frames; ++i) game->step(16);
    }
    void light_lamps() {
        for (const char* lamp : {"lamp_a", "lamp_b", "lamp_c"})
            EXPECT_TRUE(game->run_line(std::string("light_lamp(lamps.") + lamp + ")"));
        run(10);
    }
    // The picture in the middle of a frame; the frame is not ended.
    DrawList list(int setup, bool renderer_shades) {
        EXPECT_TRUE(choose_setup(game->run(), setup));
        game->begin_frame({});
        DrawList made;
        pictures.make(made, game->stage(), {.renderer_shades = renderer_shades});
        return made;
    }
};

// The reference's pictures with all models moved by a 32nd of a pixel: what a pixel shows whose centre lies
// on an edge, decided the other way.
std::vector<RgbaPicture> nudged_pictures(const DrawList& list) {
    std::vector<RgbaPicture> pictures;
    SoftwareRenderer renderer;
    for (const int x : {-1, 0, 1})
        for (const int y : {-1, 0, 1}) {
            DrawList moved = list;
            glm::mat4 nudge(1);
            nudge[3][0] = static_cast<float>(x) / (32 * 320.0f);
            nudge[3][1] = static_cast<float>(y) / (32 * 240.0f);
            for (Model& model : moved.models) model.to_clip = nudge * model.to_clip;
            renderer.draw(moved);
            pictures.push_back(renderer.picture());
        }
    return pictures;
}

// The pixel in steps of a byte; alpha doesn't count.
bool is_near(const RgbaPicture& a, const RgbaPicture& b, std::size_t pixel) {
    for (std::size_t i = 4 * pixel; i < 4 * pixel + 3; ++i)
        if (std::abs(int{a.pixels[i]} - int{b.pixels[i]}) > 2) return false;
    return true;
}

} // namespace

TEST(EmiCoatFrames, BothRenderersAgreeWithinTwoStepsInBothSetupsByDarkAndLamplight) {
    setenv("EGL_PLATFORM", "surfaceless", 1);
    setenv("LIBGL_ALWAYS_SOFTWARE", "1", 1);
    auto gl = HeadlessGl::create();
    ASSERT_TRUE(gl) << gl.error().line();
    Shop shop;
    SoftwareRenderer software;
    for (const bool lit : {false, true}) {
        if (lit) shop.light_lamps();
        for (const int setup : {0, 1})
            for (const bool renderer_shades : {false, true}) {
                const DrawList list = shop.list(setup, renderer_shades);
                software.draw(list);
                gl->draw(list);
                const RgbaPicture reference = software.picture(), shown = gl->picture();
                const auto difference = compare(reference, shown);
                ASSERT_TRUE(difference);
                const double within =
                    100 - 100.0 * static_cast<double>(difference->beyond(2)) / (640.0 * 480.0);
                EXPECT_GE(within, 99.9) << "setup " << setup << (lit ? " lit" : " dark");
                if (difference->beyond(2) == 0) continue;
                const std::vector<RgbaPicture> nudged = nudged_pictures(list);
                for (std::size_t i = 0; i < difference->steps.size(); ++i)
                    // Up to 4: the filter's place between two texels is rounded to a 128th by one renderer
                    // and a 256th by the other, and texels may be 255 apart.
                    if (difference->steps[i] > 4) {
                        EXPECT_TRUE(std::any_of(
                            nudged.begin(), nudged.end(),
                            [&](const RgbaPicture& picture) { return is_near(picture, shown, i); }))
                            << "setup " << setup << " pixel " << i % 640 << " " << i / 640;
                    }
            }
    }
}

TEST(EmiCoatFrames, TheLampsBrightenThePicture) {
    Shop shop;
    SoftwareRenderer renderer;
    const auto brightness = [&] {
        renderer.draw(shop.list(0, false));
        const RgbaPicture picture = renderer.picture();
        std::uint64_t sum = 0;
        for (std::size_t i = 0; i < picture.pixels.size(); i += 4) sum += picture.pixels[i];
        return sum;
    };
    const std::uint64_t dark = brightness();
    shop.light_lamps();
    EXPECT_GT(brightness(), dark + 640 * 480);
}

TEST(EmiCoatFrames, AreTheSameBytesWithAnyNumberOfThreads) {
    Shop shop;
    for (const int setup : {0, 1}) {
        const DrawList list = shop.list(setup, false);
        SoftwareRenderer alone;
        alone.draw(list);
        for (const unsigned threads : {2u, 3u, 7u}) {
            SoftwareRenderer many(640, 480, threads);
            many.draw(list);
            EXPECT_EQ(many.picture().pixels, alone.picture().pixels) << threads;
        }
    }
}

} // namespace rekindle::emi
