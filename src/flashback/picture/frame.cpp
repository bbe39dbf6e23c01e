#include "flashback/picture/frame.h"

#include <algorithm>

#include "flashback/picture/lanes.h"

namespace rekindle::flashback {

namespace {

struct Blit {
    Byte* to;
    const Byte* from;
    int columns, rows; // at least 1
    int from_stride;
    Byte color;
};

// Pixels beyond `columns` in the last vector of a row are written back as they were.
template <bool in_front>
inline void blend(Byte* to, const Byte* from, lanes::Lanes color, lanes::Lanes limit) {
    const lanes::Lanes source = lanes::load(from), below = lanes::load(to);
    lanes::Lanes mask = lanes::opaque(source) & limit;
    if constexpr (!in_front) mask &= ~lanes::foreground(below);
    lanes::store(to, lanes::choose(mask, source | color, below));
}

template <bool in_front>
void blit(Blit b) {
    const lanes::Lanes color = lanes::all(b.color), every = lanes::all(0xFF);
    const int whole = (b.columns - 1) / lanes::width * lanes::width;
    const lanes::Lanes last = lanes::first(b.columns - whole);
    for (int row = 0; row < b.rows; ++row) {
        for (int x = 0; x < whole; x += lanes::width) blend<in_front>(b.to + x, b.from + x, color, every);
        blend<in_front>(b.to + whole, b.from + whole, color, last);
        b.to += screen_width;
        b.from += b.from_stride;
    }
}

} // namespace

Frame::Frame(std::shared_ptr<const LevelPictures> pictures)
    : pictures_(std::move(pictures)), pixels_(screen_pixels + lanes::width) {
    set_inventory_slot(palette_);
}

void Frame::use(std::shared_ptr<const LevelPictures> pictures) {
    pictures_ = std::move(pictures);
    background_ = nullptr;
}

void Frame::draw(const DrawList& list) {
    show_background(list.background);
    if (list.monster_set != monster_set_ && list.monster_set < monster_palettes.size()) {
        set_monster_slot(palette_, list.monster_set);
        monster_set_ = list.monster_set;
    }
    for (const SpriteItem& item : list.sprites) draw_sprite(item);
    for (const IconItem& item : list.icons) draw_icon(item);
    for (const TextItem& item : list.texts) draw_text(item);
}

void Frame::draw(const World& world, const Level& level, const Hud& hud, DrawOptions options) {
    make_draw_list(list_, world, level, hud, *pictures_, options);
    draw(list_);
}

void Frame::show_background(std::uint8_t number) {
    const Background* background = &pictures_->backgrounds[number];
    if (background == background_) {
        put_back();
        return;
    }
    background_ = background;
    dirty_.clear();
    std::copy_n(background->pixels.begin(), screen_pixels, pixels_.begin());
    if (number == 0) return;
    latches_.latch(background->palettes[2]);
    set_room_slots(palette_, pictures_->palettes, background->palettes, latches_, pictures_->level,
                   pictures_->format);
}

void Frame::put_back() {
    for (const Dirty& dirty : dirty_) {
        Byte* to = pixels_.data() + dirty.at;
        const Byte* from = background_->pixels.data() + dirty.at;
        for (int row = 0; row < dirty.rows; ++row, to += screen_width, from += screen_width)
            for (int x = 0; x < dirty.columns; x += lanes::width) lanes::store(to + x, lanes::load(from + x));
    }
    dirty_.clear();
}

void Frame::mark(int x, int y, int columns, int rows) {
    dirty_.push_back({static_cast<std::uint16_t>(y * screen_width + x), static_cast<std::uint16_t>(columns),
                      static_cast<std::uint16_t>(rows)});
}

void Frame::draw_sprite(const SpriteItem& item) {
    const Drawing& drawing = pictures_->drawings[item.drawing];
    const int left = item.mirrored ? drawing.width - drawing.left - drawing.columns : drawing.left;
    const int x = item.x + left, y = item.y + drawing.top;
    const int cut_left = std::max(0, -x), cut_top = std::max(0, -y);
    const int columns = std::min<int>(drawing.columns, screen_width - x) - cut_left;
    const int rows = std::min<int>(drawing.rows, screen_height - y) - cut_top;
    if (columns <= 0 || rows <= 0) return;
    mark(x + cut_left, y + cut_top, columns, rows);
    const Blit b{pixels_.data() + (y + cut_top) * screen_width + x + cut_left,
                 pictures_->pixels.data() + (item.mirrored ? drawing.mirrored : drawing.upright) +
                     cut_top * drawing.columns + cut_left,
                 columns,
                 rows,
                 drawing.columns,
                 item.color};
    item.in_front ? blit<true>(b) : blit<false>(b);
}

void Frame::draw_icon(const IconItem& item) {
    const Icons& icons = pictures_->icons;
    if (item.icon >= icons.pictures.size()) return;
    mark(item.x, item.y, 16, 16);
    blit<true>({pixels_.data() + item.y * screen_width + item.x, icons.pictures[item.icon].data(), 16, 16, 16,
                slot_icons << 4});
}

void Frame::draw_text(const TextItem& item) {
    const int left = std::clamp<int>(item.x, 0, screen_width);
    const int right = std::clamp<int>(item.x + 8 * static_cast<int>(item.text.size()), 0, screen_width);
    if (left < right) mark(left, item.y, right - left, 8);
    paint_text(Screen(pixels_.data(), screen_pixels), pictures_->font, item.text, item.x, item.y, item.color);
}

} // namespace rekindle::flashback
