#pragma once
// All pictures of a game in their real colours: menus, icons, font, characters, and of every level its rooms,
// shapes, tiles and objects. unpack writes them as PNG.

#include <functional>
#include <optional>

#include "base/picture.h"
#include "flashback/data/data_set.h"

namespace rekindle::cli {

struct GamePicture {
    std::string path; // without extension: "level0/rooms/27"
    IndexedPicture picture;
    const Palette& palette;
    std::optional<Byte> transparent;
};
using PictureSink = std::function<Expected<void>(const GamePicture&)>;

// Hands over whatever the data set has files for. A group whose files are damaged is left out and its error
// added to `problems`; an error of the sink ends it.
Expected<void> for_each_picture(const flashback::DataSet& data, const PictureSink& sink,
                                std::vector<Error>& problems);

} // namespace rekindle::cli
