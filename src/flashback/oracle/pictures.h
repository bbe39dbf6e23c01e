#pragma once
// The pictures that a run shows, and their check sums: the tick's, and inventory and dialog painted over it.

#include <map>
#include <memory>
#include <optional>

#include "flashback/data/data_set.h"
#include "flashback/picture/frame.h"
#include "flashback/picture/panels.h"

namespace rekindle::flashback::oracle {

// CRCs of a picture's 57344 indices and of its 768 palette bytes.
struct PictureSums {
    std::uint32_t pixels = 0, palette = 0;
    bool operator==(const PictureSums&) const = default;
};

enum class Painted { tick, inventory, dialog };

// Segments of a dialog, 0: there is none. The program's own texts and ours have the same, so that a run
// without pictures takes as many samples.
std::size_t dialog_segments(std::uint16_t text);

class Pictures {
  public:
    explicit Pictures(const DataSet& data) : data_(data) {}

    // Before the first picture, and at a level change: colours that the level does not set stay.
    Expected<void> enter_level(const Level& level);

    void draw(const World& world, const Level& level, const Tick& tick);
    // Over what is shown: the tick's picture or the inventory's picture before.
    void paint_inventory(const World& world, const Level& level, const InventoryScreen& screen);
    // Over the tick's picture; a segment that the data's dialog lacks paints nothing.
    void paint_dialog(std::uint16_t text, std::size_t segment, std::uint16_t icon);

    // What was painted last: 57344 indices, and 768 bytes of palette.
    ByteView pixels() const { return shown_; }
    Bytes palette() const;
    // The same, as a picture and its colours; black before the first one.
    IndexedPicture picture() const;
    const Palette& colors() const { return frame_->palette(); }
    PictureSums sums() const;

  private:
    const DataSet& data_;
    std::map<int, std::shared_ptr<const LevelPictures>> loaded_;
    std::shared_ptr<const LevelPictures> level_;
    std::optional<Frame> frame_;
    std::vector<Byte> shown_;
};

} // namespace rekindle::flashback::oracle
