#pragma once
// The fast renderer: a draw list through OpenGL 3.3 or OpenGL ES 3.0, whichever context is current. It gives
// the reference's picture (software.h) within two steps of a byte; dynamic models are lit in the vertex
// shader, any number of lights. Used by the window; headless.h gives tests and commands a context.

#include <memory>

#include "emi/picture/draw_list.h"

namespace rekindle::emi {

class GlRenderer {
  public:
    // Of the current context, which must be current in every later call and at the end.
    static Expected<GlRenderer> create();
    ~GlRenderer();
    GlRenderer(GlRenderer&&) noexcept;
    GlRenderer& operator=(GlRenderer&&) noexcept;

    // Into a rectangle of the bound framebuffer, which needs depth and stencil; y counts from the bottom. The
    // list must be whole (is_whole).
    struct Viewport {
        int x = 0, y = 0, width = 640, height = 480;
    };
    void draw(const DrawList& list, const Viewport& viewport);

    // Pictures and fonts that are gone: what was made from them is made anew.
    void forget_pictures();

  private:
    struct State;
    explicit GlRenderer(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

} // namespace rekindle::emi
