#pragma once
// Rays against the shapes of a room: the nearest hit, through a tree of boxes. Used by the painter.

#include "author/emi/room.h"

namespace rekindle::author {

struct Ray {
    Point from, to; // `to`: direction, length 1
};

struct Hit {
    double distance = 1e30;
    const Shape* shape = nullptr;
    Point normal{0};
};

class Solids {
  public:
    explicit Solids(std::vector<const Shape*> shapes);
    Hit nearest(const Ray& ray, double limit = 1e30) const;
    bool empty() const { return nodes_.empty(); }

  private:
    struct Node {
        Point low, high;
        std::size_t first = 0, count = 0; // of a leaf
        std::size_t right = 0;            // of a fork; the left one follows it
    };
    std::size_t build(std::size_t first, std::size_t count);
    std::vector<const Shape*> shapes_;
    std::vector<Node> nodes_;
};

} // namespace rekindle::author
