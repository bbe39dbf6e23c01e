#pragma once
// Drawings as text: rows of one character a pixel, and a few verbs (rect, disc, halo, line, put) for what is
// tedious to type. Used for objects, icons and what hangs on the walls of rooms.

#include <map>

#include "author/source/source.h"
#include "base/picture.h"

namespace rekindle::author {

struct NamedPicture {
    std::string name;
    IndexedPicture picture;   // 0...15, 0 transparent
    int hot_x = 0, hot_y = 0; // the line through its middle and the ground it stands on
    SourceLine source{};
};

using Pictures = std::vector<NamedPicture>;
const NamedPicture* find_picture(const Pictures& pictures, std::string_view name);

// `picture NAME HOT_X HOT_Y [WIDTH HEIGHT]` and what is in it, until the next one. Errors name the line.
Expected<Pictures> read_drawings(const std::vector<SourceLine>& lines);

// One verb of a drawing carried out; `known` are the pictures that `put` can name.
//   rect X Y W H COLOR     disc X Y R COLOR     line X1 Y1 X2 Y2 COLOR
//   halo X Y R COLOR       a disc whose dots grow sparse towards its rim
//   put NAME X Y           another picture, its hot spot at X Y
//   dots COLOR X,Y ...
Expected<void> draw_verb(IndexedPicture& picture, const SourceLine& line, const Pictures& known);

// A colour: one digit 0...9, a...f.
Expected<Byte> parse_color(std::string_view word, const SourceLine& line);

// 0...15: ordered dither of 4 x 4 pixels.
int dither_at(int x, int y);

} // namespace rekindle::author
