#include "flashback/oracle/pictures.h"

#include "base/hash.h"

namespace rekindle::flashback::oracle {

Expected<void> Pictures::enter_level(const Level& level) {
    std::shared_ptr<const LevelPictures>& pictures = loaded_[level.index];
    if (!pictures) {
        RK_TRY(LevelPictures loaded, load_level_pictures(data_, level));
        pictures = std::make_shared<const LevelPictures>(std::move(loaded));
    }
    level_ = pictures;
    if (frame_)
        frame_->use(pictures);
    else
        frame_.emplace(pictures);
    return {};
}

void Pictures::draw(const World& world, const Level& level, const Tick& tick) {
    frame_->draw(world, level, tick.hud);
    shown_.assign(frame_->pixels().begin(), frame_->pixels().end());
}

void Pictures::paint_inventory(const World& world, const Level& level, const InventoryScreen& screen) {
    flashback::paint_inventory(Screen(shown_.data(), screen_pixels), world, level, *level_, screen);
}

std::size_t dialog_segments(std::uint16_t text) {
    const DialogTexts texts = own_dialog_texts();
    return text < texts.size() ? texts[text].size() : 0;
}

void Pictures::paint_dialog(std::uint16_t text, std::size_t segment, std::uint16_t icon) {
    shown_.assign(frame_->pixels().begin(), frame_->pixels().end());
    const Dialog& dialog = level_->dialogs[text];
    if (segment >= dialog.size()) return;
    flashback::paint_dialog(Screen(shown_.data(), screen_pixels), *level_, dialog, segment, icon);
}

Bytes Pictures::palette() const {
    Bytes bytes;
    for (const Color& color : frame_->palette()) bytes.insert(bytes.end(), {color.r, color.g, color.b});
    return bytes;
}

IndexedPicture Pictures::picture() const {
    return shown_.empty() ? frame_->picture() : IndexedPicture{screen_width, screen_height, shown_};
}

PictureSums Pictures::sums() const { return {crc32(shown_), crc32(palette())}; }

} // namespace rekindle::flashback::oracle
