#pragma once
// Pictures of objects -> SPC entries, their tile banks (MBK) and the bank map (RP) (formats §9, §12).

#include <vector>

#include "base/picture.h"
#include "flashback/data/bank_map.h"
#include "flashback/data/objects.h"
#include "flashback/data/tile_banks.h"

namespace rekindle::author {

struct ObjectDrawing {
    IndexedPicture picture;   // 1...255 pixels a side, colours 0...15, 0 transparent
    int hot_x = 0, hot_y = 0; // -128...127, from the picture's upper left corner
};

struct ObjectFiles {
    flashback::ObjectPictures objects; // entry n = drawing n
    flashback::TileBanks mbk;          // entry 0 is empty, as in the real files
    flashback::BankMap map;
};

// Parts are cut to what is drawn, at most 32 x 32 pixels each; equal ones of a bank, mirrored too, are stored
// once. Errors (usage) name the drawing: sizes, hot spots or colours out of range, one picture that fills
// more than a bank of 256 units, more than 74 banks, more packed tiles than 64 KiB.
Expected<ObjectFiles> build_objects(const std::vector<ObjectDrawing>& drawings);

} // namespace rekindle::author
