#pragma once
// Makes drawings of decoded pictures: objects put together from their parts, borders without pixels cut off,
// mirrored twins. Used while a level is loaded.

#include "flashback/data/bank_map.h"
#include "flashback/data/objects.h"
#include "flashback/data/tile_banks.h"
#include "flashback/picture/level_pictures.h"

namespace rekindle::flashback {

// Appends a picture (0 transparent); answers its number. Nothing visible: no_drawing.
std::uint16_t add_drawing(LevelPictures& pictures, const IndexedPicture& picture, int hot_x, int hot_y);

// An object put together, with its hot spot in the picture. Empty: its bank is.
struct ObjectDrawing {
    IndexedPicture picture;
    int hot_x = 0, hot_y = 0;
};
// Nothing where a part reaches beyond its bank or RP names no bank (formats spec §12).
std::optional<ObjectDrawing> put_together(const ObjectPicture& object, const BankMap& map,
                                          const TileBanks& banks);

} // namespace rekindle::flashback
