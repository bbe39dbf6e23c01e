#pragma once
// Every file format of both engines, and what is proven of its reader and writer. `rekindle formats` prints
// it; a test checks that each named test and fuzz target is there.

#include <array>
#include <string_view>

namespace rekindle::cli {

struct FormatRow {
    std::string_view engine, name, files;
    std::string_view header; // below src/: where struct, reader and writer are
    bool writes;             // else it is only read
    std::string_view
        round_trip; // "FILE Suite.Name" below tests/: reading and writing gives the same bytes; "" none
    std::string_view fuzz; // a target in tests/fuzz; "" none
};

inline constexpr auto format_rows = std::to_array<FormatRow>({
    {"flashback", "archive", "*.ABA", "flashback/data/archive.h", true,
     "flashback/data/archive_test.cpp Archive.ReadsWhatItWrote", "flashback_archive"},
    {"flashback", "packer", "streams", "flashback/data/packer.h", true, "", "flashback_packer"},
    {"flashback", "entities", "*.PGE", "flashback/data/entities.h", true,
     "flashback/data/logic_test.cpp Entities.OfTheDemoHaveTheCountsOfTheSpecAndRoundTrip", "flashback_logic"},
    {"flashback", "records", "*.OBJ", "flashback/data/records.h", true,
     "flashback/data/logic_test.cpp Records.OfTheDemoHaveTheCountsOfTheSpecAndRoundTrip", "flashback_logic"},
    {"flashback", "animations", "*.ANI", "flashback/data/animations.h", true,
     "flashback/data/logic_test.cpp Animations.OfTheDemoHaveTheCountsOfTheSpecAndRoundTrip",
     "flashback_logic"},
    {"flashback", "collision", "*.CT", "flashback/data/collision.h", true,
     "flashback/data/logic_test.cpp Collision.OfTheDemoHasTheCheckValuesOfTheSpecAndRoundTrips",
     "flashback_logic"},
    {"flashback", "tile banks", "*.MBK *.BNQ", "flashback/data/tile_banks.h", true,
     "flashback/data/tile_banks_test.cpp TileBanks.OfTheDemoHaveTheCountsOfTheSpec", "flashback_rooms"},
    {"flashback", "bank map", "*.RP", "flashback/data/bank_map.h", true,
     "flashback/data/tile_banks_test.cpp BankMap.OfTheDemoNamesEntriesOfItsMbk", "flashback_rooms"},
    {"flashback", "level palettes", "LEVEL*.PAL", "flashback/data/palettes.h", true,
     "flashback/data/palettes_test.cpp LevelPalettes.OfTheDemoAreSixFourAndFourAndRoundTrip",
     "flashback_rooms"},
    {"flashback", "rooms", "*.LEV", "flashback/data/lev_rooms.h", true,
     "flashback/data/room_test.cpp LevRooms.OfTheDemoHaveTheCountsOfTheSpecAndRoundTrip", "flashback_rooms"},
    {"flashback", "room pictures", "LEVEL*.MAP", "flashback/data/map_rooms.h", true,
     "flashback/data/map_rooms_test.cpp MapRooms.SurviveDamage", "flashback_rooms"},
    {"flashback", "shapes", "*.SGD", "flashback/data/shapes.h", true,
     "flashback/data/shapes_test.cpp Shapes.OfTheDemoDecodeToTheChecksumOfTheSpecAndRoundTrip",
     "flashback_rooms"},
    {"flashback", "objects", "*.SPC", "flashback/data/objects.h", true,
     "flashback/data/objects_test.cpp Objects.TheDemoFileIsReadWhole", "flashback_pictures"},
    {"flashback", "characters", "*.SPR *.OFF", "flashback/data/sprites.h", true,
     "flashback/data/sprites_test.cpp Sprites.EveryPictureOfTheDemoHasItsCheckValues", "flashback_pictures"},
    {"flashback", "icons", "*.ICN", "flashback/data/icons.h", true,
     "flashback/data/icons_font_test.cpp Icons.TheDemoHas79AndTheyRoundTrip", "flashback_pictures"},
    {"flashback", "font", "*.FNT", "flashback/data/font.h", true,
     "flashback/data/icons_font_test.cpp Font.TheDemoFontRoundTripsAndHasItsA", "flashback_pictures"},
    {"flashback", "texts", "*.TBN *.TBF *.TBG *.TBS *.TBI", "flashback/data/text_table.h", true,
     "flashback/data/texts_test.cpp TextTable.TheDemoTablesRoundTrip", "flashback_pictures"},
    {"flashback", "dialog texts", "FB.EXE", "flashback/data/dialog_texts.h", true,
     "flashback/data/texts_test.cpp Dialogs.OurOwnWordingRoundTrips", "flashback_pictures"},
    {"flashback", "recording", "DEMO*.BIN", "flashback/data/recording.h", true,
     "flashback/data/recording_test.cpp Recording.HoldsTheDemosSamples", "flashback_archive"},
    {"flashback", "menu picture and palette", "MENU*.MAP MENU*.PAL", "flashback/data/plain_picture.h", true,
     "flashback/data/plain_picture_test.cpp MenuPicture.OfTheDemoRoundTripsWithItsPalette",
     "flashback_rooms"},
    {"emi", "archive", "*.m4b *.lab", "emi/data/archive.h", true,
     "emi/data/archive_test.cpp Archive.IsWrittenAgainByteForByte", "emi_files"},
    {"emi", "set", "*.setb", "emi/data/set.h", true,
     "emi/data/models_test.cpp EmiModels.EveryOracleFileIsWrittenAsItWasRead", "emi_files"},
    {"emi", "costume", "*.cosb", "emi/data/costume.h", true,
     "emi/data/models_test.cpp EmiModels.EveryOracleFileIsWrittenAsItWasRead", "emi_files"},
    {"emi", "mesh", "*.meshb", "emi/data/mesh.h", true,
     "emi/data/models_test.cpp EmiModels.EveryOracleFileIsWrittenAsItWasRead", "emi_files"},
    {"emi", "skeleton", "*.sklb", "emi/data/skeleton.h", true,
     "emi/data/models_test.cpp EmiModels.EveryOracleFileIsWrittenAsItWasRead", "emi_files"},
    {"emi", "animation", "*.animb", "emi/data/animation.h", true,
     "emi/data/models_test.cpp EmiModels.EveryOracleFileIsWrittenAsItWasRead", "emi_files"},
    {"emi", "sprite", "*.sprb", "emi/data/sprite.h", true,
     "emi/data/models_test.cpp EmiModels.EveryOracleFileIsWrittenAsItWasRead", "emi_files"},
    {"emi", "layered picture", "*.til", "emi/data/tile_picture.h", true,
     "emi/data/pictures_test.cpp TilePicture.IsWrittenAsItWasRead", "emi_files"},
    {"emi", "texture", "*.tga", "emi/data/texture.h", true,
     "emi/data/pictures_test.cpp Texture.ReadsTheValuesOfTheOracle", "emi_files"},
    {"emi", "list of textures", "*.sur", "emi/data/texture.h", true,
     "emi/data/pictures_test.cpp TextureList.ReadsTheListedOneAndWritesAnEditedOne", "emi_files"},
    {"emi", "font", "*.laf", "emi/data/font.h", true, "emi/data/pictures_test.cpp Font.ReadsTheListedOne",
     "emi_files"},
    {"emi", "lip movement", "*.lip", "emi/data/lip.h", true, "emi/data/texts_test.cpp Lip.ReadsTheListedOne",
     "emi_files"},
    {"emi", "string table", "script.tab", "emi/data/text_table.h", true,
     "emi/data/texts_test.cpp TextTable.DeciphersTheListedOne", "emi_files"},
    {"emi", "voice", "*.wVC", "emi/data/voice.h", true,
     "emi/data/sounds_test.cpp Voice.SoundSurvivesCodingWithSmallErrors", "emi_files"},
    {"emi", "sound effect", "*.aif", "emi/data/aiff.h", true,
     "emi/data/sounds_test.cpp Aiff.ReadsTheStandardsRateAndKeepsEveryChunk", "emi_files"},
    {"emi", "console sound", "*.scx", "emi/data/console_sound.h", true,
     "emi/data/sounds_test.cpp ConsoleSound.MonoAndStereoFilesComeBack", "emi_files"},
    {"emi", "music", "RIFF head and MP3", "emi/data/music.h", true,
     "emi/data/sounds_test.cpp Music.IsAHeadAndFrames", "emi_files"},
    {"emi", "music cue", "*.jmm", "emi/data/music.h", true,
     "emi/data/sounds_test.cpp MusicCue.StartsAndJumps", "emi_files"},
    {"emi", "music table", "*.imt", "emi/data/music.h", true,
     "emi/data/sounds_test.cpp MusicTable.ReadsTheStatesOfGameAndDemo", "emi_files"},
    {"emi", "readable form", "*.json", "emi/text/text_form.h", true,
     "emi/text/text_form_test.cpp TextForm.EveryOracleFileComesBackFromIt", "emi_text"},
});

} // namespace rekindle::cli
