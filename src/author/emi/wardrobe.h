#pragma once
// Costumes and sprites as text → .cosb and .sprb structs. demo/emi/README.md describes the lines.

#include <map>

#include "emi/data/costume.h"
#include "emi/data/sprite.h"

namespace rekindle::author {

struct Wardrobe {
    std::map<std::string, emi::Costume> costumes; // "hero.cos"
    std::map<std::string, emi::Sprite> sprites;   // "flame.spr"
};

Expected<Wardrobe> read_wardrobe(std::string_view text, std::string_view file);

} // namespace rekindle::author
