#pragma once
// The growing mesh of a figure: vertices with colour, texture place and bone weights, and triangles in groups
// that follow each other in the file as they were begun (order matters where invisible faces hide others).

#include "author/emi/words.h"
#include "emi/data/mesh.h"

namespace rekindle::author {

struct Weight {
    std::uint32_t bone = 0;
    double share = 1;
};
using Weights = std::vector<Weight>;

struct Ring {
    Point center;
    double across = 0, along = 0; // radii: to the side, to the front
    Weights weights;
};

class Skin {
  public:
    // The following triangles' material; an empty texture: vertex colours only.
    void begin(const std::string& texture, std::uint32_t flags);
    void set_color(std::array<std::uint8_t, 4> color) { color_ = color; }

    // A tube through the rings, closed at both ends; `sides` >= 3.
    void loft(const std::vector<Ring>& rings, int sides);
    void ball(Point center, Point radii, const Weights& weights, int sides);
    void box(Point low, Point high, const Weights& weights);
    // One quad, corners clockwise as its front is seen; the texture upright.
    void quad(const std::array<Point, 4>& corners, const Weights& weights);

    emi::Mesh mesh(std::string_view name, std::vector<std::string> bones) const;

  private:
    std::uint32_t vertex(Point at, Point normal, double u, double v, const Weights& weights);
    // Turned so that its front looks along `out` (spec: clockwise on screen).
    void triangle(std::uint32_t a, std::uint32_t b, std::uint32_t c, Point out);
    void cap(const Ring& ring, Point out, int sides, double v);

    std::vector<Point> positions_, normals_;
    std::vector<std::array<float, 2>> uvs_;
    std::vector<std::array<std::uint8_t, 4>> colors_;
    std::vector<Weights> weights_;
    std::vector<emi::MeshTexture> textures_;
    std::vector<emi::MeshFaces> faces_;
    std::array<std::uint8_t, 4> color_{255, 255, 255, 255};
};

} // namespace rekindle::author
