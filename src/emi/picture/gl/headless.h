#pragma once
// An OpenGL context without a window, through EGL, with a picture to draw into: for tests and commands that
// compare the renderers. Works without a graphics card (Mesa: EGL_PLATFORM=surfaceless,
// LIBGL_ALWAYS_SOFTWARE=1).

#include "emi/picture/gl/renderer.h"

namespace rekindle::emi {

class HeadlessGl {
  public:
    enum class Api { desktop, es }; // OpenGL 3.3 core, OpenGL ES 3.0
    // missing_data: there is no EGL, or no such context.
    static Expected<HeadlessGl> create(int width = 640, int height = 480, Api api = Api::desktop);
    ~HeadlessGl();
    HeadlessGl(HeadlessGl&&) noexcept;
    HeadlessGl& operator=(HeadlessGl&&) noexcept;

    void draw(const DrawList& list);
    RgbaPicture picture() const; // opaque
    // Row by row from the top; OpenGL alone can read it (not ES).
    std::vector<float> depths() const;
    std::string name() const; // of the driver

  private:
    struct State;
    explicit HeadlessGl(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

} // namespace rekindle::emi
