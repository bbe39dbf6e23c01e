#include <gtest/gtest.h>

#include <cstdlib>

#include <SDL.h>

#include "base/files.h"
#include "host/bindings.h"
#include "small_game.h"
#include "support/damage.h"

namespace rekindle::host {
using test::SmallGame;
namespace {

std::string mistake(std::string_view text) {
    const auto settings = parse_settings(text, "settings.toml");
    if (!settings) return settings.error().line();
    const auto bindings = Bindings::make(SmallGame().actions(), "small", *settings);
    return bindings ? "" : bindings.error().line();
}

Bindings bindings_of(std::string_view text) {
    return Bindings::make(SmallGame().actions(), "small", parse_settings(text, "settings.toml").value())
        .value();
}

} // namespace

TEST(Settings, AMissingFileMeansTheDefaults) {
    const Settings settings = read_settings("/nowhere/settings.toml").value();
    EXPECT_EQ(settings.scale, 0);
    EXPECT_EQ(settings.aspect, Aspect::integer);
    EXPECT_FALSE(settings.fullscreen);
    EXPECT_TRUE(settings.vsync);
    EXPECT_EQ(settings.fast_forward, 8);
    EXPECT_TRUE(settings.inputs.empty());
}

TEST(Settings, AreTakenFromTheFile) {
    const Settings settings =
        parse_settings("[video]\nscale = 2\naspect = '4:3'\nfullscreen = true\nvsync = false\n"
                       "[play]\nfast_forward = 4\ndead_zone = 20\n",
                       "s")
            .value();
    EXPECT_EQ(settings.scale, 2);
    EXPECT_EQ(settings.aspect, Aspect::original);
    EXPECT_TRUE(settings.fullscreen);
    EXPECT_FALSE(settings.vsync);
    EXPECT_EQ(settings.fast_forward, 4);
    EXPECT_EQ(settings.dead_zone, 20);
}

TEST(Settings, AMistakeIsOneLineWithFileLineExpectedAndFound) {
    EXPECT_EQ(mistake("[video]\nscale = 99\n"),
              "settings.toml:2: expected scale = a number from 0 to 16, found 99");
    EXPECT_EQ(mistake("[video]\naspect = \"16:9\"\n"),
              "settings.toml:2: expected aspect = \"integer\" or \"4:3\", found '16:9'");
    EXPECT_EQ(mistake("[video]\n\nvsync = 1\n"), "settings.toml:3: expected vsync = true or false, found 1");
    EXPECT_EQ(mistake("[vidoe]\nscale = 1\n"),
              "settings.toml:2: expected a table [vidoe.keys] or [vidoe.pad], found 'scale' in [vidoe]");
    EXPECT_EQ(mistake("[small.keys]\nright = \"Rigth\"\n"),
              "settings.toml:2: expected an SDL key name such as \"Left\", \"Space\", \"Left Shift\", found "
              "'Rigth'");
    EXPECT_EQ(
        mistake("[small.pad]\nuse = [\"a\",\n \"q\"]\n"),
        "settings.toml:2: expected an SDL controller name such as \"a\", \"dpup\", \"leftx-\", found 'q'");
    EXPECT_EQ(mistake("[small.keys]\njump = \"X\"\n"),
              "settings.toml:2: expected one of right, use, escape in [small], found 'jump'");
    EXPECT_EQ(mistake("[small.keys]\nuse = 3\n"),
              "settings.toml:2: expected use = a name in quotes, or a list of them, found 3");
    EXPECT_EQ(mistake("scale = 1\n"),
              "settings.toml:1: expected a table: [video], [play], [host.keys] …, found 'scale'");
    EXPECT_TRUE(mistake("[video]\nscale = \n").starts_with("settings.toml:2: expected TOML, found "))
        << mistake("[video]\nscale = \n");
}

TEST(Settings, LettersBeyondAsciiBelongIntoQuotesAndComments) {
    EXPECT_EQ(mistake("# für mich\n[small.keys]\nright = \"ö\" # ö\n"), "");
    EXPECT_EQ(mistake("[small.keys]\n\nürgh = \"X\"\n"),
              "settings.toml:3: expected TOML, found a letter beyond ASCII outside quotes, or triple quotes");
    EXPECT_NE(mistake("[small.keys]\nright = \"\"\"ö\"\"\"\n"), "");
    EXPECT_NE(mistake("[small.keys]\nright = \"\\\"ö\"ö\n"), "");
}

TEST(Settings, TheKeysOfAnotherGameDoNotMatter) { EXPECT_EQ(mistake("[other.keys]\njump = \"X\"\n"), ""); }

TEST(Settings, WhatIsWrittenAsDefaultReadsAsDefault) {
    const SmallGame game;
    const SectionActions sections[] = {{"host", host_actions()}, {"small", game.actions()}};
    const std::string text = default_settings_text(sections);
    const Settings settings = parse_settings(text, "s").value();
    EXPECT_EQ(settings.scale, 0);
    EXPECT_EQ(settings.fast_forward, 8);
    EXPECT_EQ(settings.inputs.size(), 2 * (host_actions().size() + 3));
    EXPECT_EQ(mistake(text), "");
    const Bindings host = Bindings::make(host_actions(), "host", settings).value();
    EXPECT_EQ(host.key(SDLK_F12, false, false), 1u << static_cast<unsigned>(HostAction::screenshot));
}

TEST(Settings, DamagedFilesAreAnErrorOrSettings) {
    const SmallGame game;
    const SectionActions sections[] = {{"small", game.actions()}};
    const std::string good = default_settings_text(sections);
    const auto load = [](const Bytes& bytes) {
        (void)parse_settings({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, "s");
    };
    rekindle::test::for_each_truncation(as_bytes(good), load);
    rekindle::test::for_each_bit_flip(as_bytes(good), load);
}

TEST(Bindings, DefaultsHoldUntilTheSettingsReplaceThem) {
    const Bindings defaults = bindings_of("");
    EXPECT_EQ(defaults.key(SDLK_RIGHT, false, false), SmallGame::right);
    EXPECT_EQ(defaults.key(SDLK_RIGHT, true, true), SmallGame::right);
    EXPECT_EQ(defaults.button(SDL_CONTROLLER_BUTTON_A), SmallGame::use);
    EXPECT_EQ(defaults.axis(SDL_CONTROLLER_AXIS_LEFTX, 1), SmallGame::right);
    EXPECT_EQ(defaults.axis(SDL_CONTROLLER_AXIS_LEFTX, -1), 0u);

    const Bindings changed =
        bindings_of("[small.keys]\nright = [\"D\", \"Keypad 6\"]\n[small.pad]\nuse = \"x\"\n");
    EXPECT_EQ(changed.key(SDLK_RIGHT, false, false), 0u);
    EXPECT_EQ(changed.key(SDLK_d, false, false), SmallGame::right);
    EXPECT_EQ(changed.key(SDLK_KP_6, false, false), SmallGame::right);
    EXPECT_EQ(changed.key(SDLK_RETURN, false, false), SmallGame::use);
    EXPECT_EQ(changed.button(SDL_CONTROLLER_BUTTON_A), 0u);
    EXPECT_EQ(changed.button(SDL_CONTROLLER_BUTTON_X), SmallGame::use);
}

TEST(Bindings, OneKeyMayDoSeveralThings) {
    const Bindings both = bindings_of("[small.keys]\nright = \"Space\"\nuse = \"Space\"\n");
    EXPECT_EQ(both.key(SDLK_SPACE, false, false), SmallGame::right | SmallGame::use);
}

TEST(Bindings, AKeyWithItsModifierGoesBeforeThePlainOne) {
    const Bindings bindings = bindings_of("[small.keys]\nright = \"Q\"\nescape = \"Ctrl+Q\"\n");
    EXPECT_EQ(bindings.key(SDLK_q, false, false), SmallGame::right);
    EXPECT_EQ(bindings.key(SDLK_q, true, false), SmallGame::escape);
}

TEST(AxisSwitch, IsOnBeyondTheDeadZoneAndOffALittleInsideIt) {
    AxisSwitch axis(50);
    EXPECT_EQ(axis.move(16000), 0);
    EXPECT_EQ(axis.move(17000), 1);
    EXPECT_EQ(axis.move(14000), 1);
    EXPECT_EQ(axis.move(13000), 0);
    EXPECT_EQ(axis.move(-32768), -1);
    EXPECT_EQ(axis.move(-14000), -1);
    EXPECT_EQ(axis.move(32767), 1);
    EXPECT_EQ(axis.move(-32768), -1);
    EXPECT_EQ(axis.move(0), 0);
}

} // namespace rekindle::host
