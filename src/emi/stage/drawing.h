#pragma once
// What a picture needs to know of actors (emi-engine R12, R36, R74, R80-R82): which of their components draw
// themselves, posed vertices, shading, alpha. Nothing here draws. Called by emi/picture before it makes its
// list.

#include "emi/stage/screen.h"

namespace rekindle::emi {

// A mesh or a sprite of a costume that draws itself, in the order of drawing.
struct Component {
    std::size_t costume = 0; // on the actor's stack
    bool is_sprite = false;
    std::uint32_t index = 0; // in the costume's models or sprites
    bool operator==(const Component&) const = default;
};
std::vector<Component> drawn_components(const Cast& cast, const Actor& actor);

// A model as it is posed now, in model space.
struct Posed {
    std::vector<Vec3> positions, normals;
    Box bounds;
};
Posed posed_model(const Cast& cast, const WornCostume& worn, std::uint32_t model);
// Whether the current camera may see it (R12); overworld actors and those without culling always.
bool may_be_seen(const Stage& stage, const Actor& actor, const glm::mat4& place, const Box& bounds);

// Computes the shading of every model that will be drawn, as its actor's mode asks (R80), and keeps it in the
// stage: once for each picture. `fast` is how FASTDYN shades (R84).
void light_actors(Stage& stage, const Cast& cast, Falloff fast = Falloff::lambert);

float effective_alpha(const Actor& actor);
// Alpha of a vertex' colour in a model, 0..255 (R82).
std::uint8_t vertex_alpha(const Actor& actor, const ModelState& model, std::uint32_t vertex,
                          std::uint8_t stored);
void set_alpha(Actor& actor, float value); // SetActorGlobalAlpha: a mode or an alpha
bool set_model_alpha(const Cast& cast, Actor& actor, std::string_view mesh, float value);
void set_local_alpha(Actor& actor, std::uint32_t vertex, float value);

// Which picture of a texture the actor shows; an empty ref: none.
Ref<ImageResource> shown_picture(const Cast& cast, const Actor& actor, Ref<TextureResource> texture);

// What an actor covers of the screen; nothing: no model, or none of it ahead of the camera.
std::optional<Rectangle> screen_box(const Stage& stage, const Cast& cast, const Actor& actor);

} // namespace rekindle::emi
