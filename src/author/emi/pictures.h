#pragma once
// The pictures of a scene: backgrounds in layers with the coat's check pattern, the sprite that hides it, the
// shine of lamps, cloth and flames. Used by the scene builder.

#include "author/emi/room.h"
#include "base/picture.h"
#include "emi/data/sprite.h"

namespace rekindle::author {

using SceneFiles = std::map<std::string, Bytes>;

Bytes targa_file(const RgbaPicture& picture);

// Every setup's background; with the first one the check pattern, "backdrop.tga" and "backdrop.sprb". The
// sprite's actor stands at the room's place "salesman" (emi-engine §2, R22).
Expected<void> paint_backgrounds(const Room& room, SceneFiles& files);

// "NAME.til" for a lamp at the room's place of that name: an empty frame, then its shine in each setup.
Expected<void> paint_shine(const Room& room, const std::string& name, SceneFiles& files);

// coat.tga, knit.tga, shadow.tga, glow.tga, flame00.tga ... and flame.sur.
void make_textures(SceneFiles& files);

} // namespace rekindle::author
