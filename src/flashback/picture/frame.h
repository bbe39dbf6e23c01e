#pragma once
// The picture of a tick: 256 x 224 colour indices and their palette. draw() carries out a draw list; it
// remembers where it painted, so that the next one puts only those places back to the background. Called by
// the session, `run`, `render` and the benchmarks, once a drawn tick. Engine spec §11; palette: formats spec
// §10.2.

#include <memory>

#include "flashback/picture/draw_list.h"
#include "flashback/picture/overlay.h"

namespace rekindle::flashback {

class Frame {
  public:
    // As at the start of a game: black, no colours but the panel's.
    explicit Frame(std::shared_ptr<const LevelPictures> pictures);
    // At a level change: colours and latches stay.
    void use(std::shared_ptr<const LevelPictures> pictures);

    // The list must be of these pictures.
    void draw(const DrawList& list);
    // make_draw_list() and draw(). `hud` is what the tick said, `world` the world after it.
    void draw(const World& world, const Level& level, const Hud& hud, DrawOptions options = {});

    std::span<const Byte, screen_pixels> pixels() const {
        return std::span<const Byte, screen_pixels>(pixels_.data(), screen_pixels);
    }
    const Palette& palette() const { return palette_; }
    IndexedPicture picture() const {
        return {screen_width, screen_height, Bytes(pixels().begin(), pixels().end())};
    }

    // Which palettes the game latched when its first rooms were loaded; part of a saved game.
    const PaletteLatches& latches() const { return latches_; }
    void set_latches(const PaletteLatches& latches) { latches_ = latches; }

  private:
    struct Dirty {
        std::uint16_t at; // first pixel
        std::uint16_t columns, rows;
    };

    void show_background(std::uint8_t number);
    void put_back();
    void mark(int x, int y, int columns, int rows); // inside the screen
    void draw_sprite(const SpriteItem& item);
    void draw_icon(const IconItem& item);
    void draw_text(const TextItem& item);

    std::shared_ptr<const LevelPictures> pictures_;
    Bytes pixels_; // some bytes more than the screen, for whole vectors
    Palette palette_{};
    PaletteLatches latches_;
    const Background* background_ = nullptr; // what pixels_ shows where nothing was painted
    std::uint16_t monster_set_ = 0xFFFF;     // whose colours slot 5 has
    std::vector<Dirty> dirty_;
    DrawList list_;
};

} // namespace rekindle::flashback
