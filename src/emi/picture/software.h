#pragma once
// The reference renderer: a draw list to pixels and depths (emi-engine R6-R24), without a graphics card, the
// same bytes with every compiler and any number of threads. Corners are snapped to 1/256 of a pixel; a pixel
// belongs to a triangle if its centre is inside or on an upper or left edge. Used by tests, commands, and by
// windows without OpenGL.

#include <memory>

#include "emi/picture/draw_list.h"

namespace rekindle::emi {

class SoftwareRenderer {
  public:
    // Sides of 1..4096 pixels; `threads` as Crew's.
    explicit SoftwareRenderer(int width = 640, int height = 480, unsigned threads = 1);
    ~SoftwareRenderer();
    SoftwareRenderer(SoftwareRenderer&&) noexcept;
    SoftwareRenderer& operator=(SoftwareRenderer&&) noexcept;

    // Over what is there, unless the list begins with a clear. The list must be whole (is_whole).
    void draw(const DrawList& list);

    RgbaPicture picture() const; // opaque
    float depth(int x, int y) const;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace rekindle::emi
