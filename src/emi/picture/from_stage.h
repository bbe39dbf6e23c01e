#pragma once
// A stage becomes a draw list (emi-engine R5-R22, R36, R80-R82, R94). Before each picture the caller asks
// note_picture() (scenery.h) and light_actors() (drawing.h); nothing here changes the stage.

#include "emi/picture/draw_list.h"
#include "emi/stage/drawing.h"

namespace rekindle::emi {

struct PictureOptions {
    // Models of dynamic light modes are left to the renderer to shade; else what light_actors() kept is used.
    bool renderer_shades = false;
    Falloff fast = Falloff::lambert; // as light_actors() was asked (R84)
    bool sprites_roll = true;        // an actor's yaw rolls its sprites (R22)
};

// Makes the lists of one cast; keeps what they refer to, so it outlives them.
class StagePictures {
  public:
    explicit StagePictures(Cast& cast) : cast_(&cast) {}

    // Empty where the mode draws nothing and the picture stays (pause).
    void make(DrawList& list, const Stage& stage, const PictureOptions& options = {});

    // Textures that the engine fills, 0..21 (R19).
    void set_special(int slot, RgbaPicture picture);
    void keep_screen(const RgbaPicture& shown); // MakeScreenTextures

  private:
    friend class ListMaker;
    const std::vector<RgbaPicture>& tiles(Ref<LayerResource> layer);

    struct Special {
        RgbaPicture picture;
        std::uint32_t version = 0;
    };
    Cast* cast_;
    std::map<std::uint32_t, std::vector<RgbaPicture>> tiles_; // by number in the cast
    std::array<Special, 22> specials_;
};

// How a picture is put together, one list a step: the rearmost background layer, the characters alone, both,
// with all layers, the sprites in red, the whole.
struct PeelStep {
    std::string name; // fit for a file name
    DrawList list;
};
std::vector<PeelStep> peel(const DrawList& list);

} // namespace rekindle::emi
