#pragma once
// Rays against the shapes of a room: the nearest hit, or whether there is one, through a tree of boxes. Used
// by the painter.

#include "author/emi/room.h"

namespace rekindle::author {

struct Ray {
    Ray(Point from, Point to) : from(from), to(to), slow{inverse(to.x), inverse(to.y), inverse(to.z)} {}
    Point from, to; // `to`: direction, length 1
    Point slow;     // 1 / to, so that boxes need no division

  private:
    static double inverse(double t) { return 1 / (t < 0 ? std::min(t, -1e-12) : std::max(t, 1e-12)); }
};

struct Hit {
    double distance = 1e30;
    const Shape* shape = nullptr;
    Point normal{0};
};

class Solids {
  public:
    explicit Solids(std::vector<const Shape*> shapes);
    Hit nearest(const Ray& ray, double limit = 1e30) const { return search(ray, limit, false); }
    bool blocks(const Ray& ray, double limit) const { return search(ray, limit, true).shape != nullptr; }
    bool empty() const { return nodes_.empty() && large_.empty(); }

  private:
    struct Node {
        Point low, high;
        std::size_t first = 0, count = 0; // of a leaf
        std::size_t right = 0;            // of a fork; the left one follows it
    };
    std::size_t build(std::size_t first, std::size_t count);
    Hit search(const Ray& ray, double limit, bool any) const;
    std::vector<const Shape*> shapes_, large_; // of the tree; walls and the like, which would spoil its boxes
    std::vector<Node> nodes_;
};

} // namespace rekindle::author
