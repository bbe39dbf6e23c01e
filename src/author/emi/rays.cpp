#include "author/emi/rays.h"

#include <array>
#include <glm/common.hpp>
#include <glm/geometric.hpp>

namespace rekindle::author {
namespace {

struct Bounds {
    Point low, high;
};

Bounds bounds_of(const Shape& shape) {
    if (shape.kind == Shape::Kind::box) return {shape.a, shape.b};
    if (shape.kind == Shape::Kind::ball) return {shape.a - shape.b, shape.a + shape.b};
    return {glm::min(shape.a, shape.b) - shape.radius, glm::max(shape.a, shape.b) + shape.radius};
}

// Whether a ray comes into a box before `limit`.
bool meets(const Ray& ray, const Point& low, const Point& high, double limit) {
    double enter = 0, leave = limit;
    for (int i = 0; i < 3; ++i) {
        const double a = (low[i] - ray.from[i]) * ray.slow[i], b = (high[i] - ray.from[i]) * ray.slow[i];
        enter = std::max(enter, std::min(a, b));
        leave = std::min(leave, std::max(a, b));
    }
    return enter <= leave;
}

void hit_box(const Ray& ray, const Shape& shape, Hit& hit) {
    double enter = -1e30, leave = 1e30;
    int axis = 0;
    for (int i = 0; i < 3; ++i) {
        const double a = (shape.a[i] - ray.from[i]) * ray.slow[i],
                     b = (shape.b[i] - ray.from[i]) * ray.slow[i];
        const double first = std::min(a, b);
        if (first > enter) enter = first, axis = i;
        leave = std::min(leave, std::max(a, b));
    }
    if (enter > leave || enter <= 0 || enter >= hit.distance) return;
    Point normal(0);
    normal[axis] = ray.to[axis] > 0 ? -1 : 1;
    hit = {enter, &shape, normal};
}

void hit_ball(const Ray& ray, const Shape& shape, Point center, Point radii, Hit& hit) {
    const Point o = (ray.from - center) / radii, d = ray.to / radii;
    const double a = glm::dot(d, d), b = glm::dot(o, d), c = glm::dot(o, o) - 1;
    const double inside = b * b - a * c;
    if (inside < 0) return;
    const double t = (-b - std::sqrt(inside)) / a;
    if (t <= 1e-9 || t >= hit.distance) return;
    hit = {t, &shape, glm::normalize((o + d * t) / radii)};
}

void hit_rod(const Ray& ray, const Shape& shape, Hit& hit) {
    const Point axis = glm::normalize(shape.b - shape.a);
    const double length = glm::length(shape.b - shape.a);
    const Point o = ray.from - shape.a;
    const Point d2 = ray.to - axis * glm::dot(ray.to, axis), o2 = o - axis * glm::dot(o, axis);
    const double a = glm::dot(d2, d2), b = glm::dot(o2, d2),
                 c = glm::dot(o2, o2) - shape.radius * shape.radius;
    const double inside = b * b - a * c;
    if (a > 1e-12 && inside >= 0) {
        const double t = (-b - std::sqrt(inside)) / a;
        const double along = glm::dot(o + ray.to * t, axis);
        if (t > 1e-9 && t < hit.distance && along >= 0 && along <= length)
            hit = {t, &shape, glm::normalize(o2 + d2 * t)};
    }
    for (const Point& end : {shape.a, shape.b}) hit_ball(ray, shape, end, Point(shape.radius), hit);
}

void try_shape(const Ray& ray, const Shape& shape, Hit& hit) {
    if (shape.kind == Shape::Kind::box)
        hit_box(ray, shape, hit);
    else if (shape.kind == Shape::Kind::ball)
        hit_ball(ray, shape, shape.a, shape.b, hit);
    else
        hit_rod(ray, shape, hit);
}

} // namespace

Solids::Solids(std::vector<const Shape*> shapes) {
    for (const Shape* shape : shapes) {
        const Bounds bounds = bounds_of(*shape);
        const Point size = bounds.high - bounds.low;
        (std::max({size.x, size.y, size.z}) > 3.5 ? large_ : shapes_).push_back(shape);
    }
    if (!shapes_.empty()) build(0, shapes_.size());
}

std::size_t Solids::build(std::size_t first, std::size_t count) {
    const std::size_t index = nodes_.size();
    Node node{.low = Point(1e30), .high = Point(-1e30), .first = first, .count = count, .right = 0};
    for (std::size_t i = first; i < first + count; ++i) {
        const Bounds bounds = bounds_of(*shapes_[i]);
        node.low = glm::min(node.low, bounds.low), node.high = glm::max(node.high, bounds.high);
    }
    nodes_.push_back(node);
    if (count <= 3) return index;
    const Point size = node.high - node.low;
    const int axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
    const auto begin = shapes_.begin() + static_cast<std::ptrdiff_t>(first);
    std::stable_sort(begin, begin + static_cast<std::ptrdiff_t>(count),
                     [axis](const Shape* a, const Shape* b) {
                         const Bounds x = bounds_of(*a), y = bounds_of(*b);
                         return x.low[axis] + x.high[axis] < y.low[axis] + y.high[axis];
                     });
    build(first, count / 2);
    const std::size_t right = build(first + count / 2, count - count / 2);
    nodes_[index].count = 0, nodes_[index].right = right;
    return index;
}

Hit Solids::search(const Ray& ray, double limit, bool any) const {
    Hit hit;
    hit.distance = limit;
    for (const Shape* shape : large_) try_shape(ray, *shape, hit);
    if (nodes_.empty()) return hit;
    std::array<std::size_t, 64> open{};
    std::size_t depth = 1;
    while (depth > 0 && !(any && hit.shape != nullptr)) {
        const std::size_t index = open[--depth];
        const Node& node = nodes_[index];
        if (!meets(ray, node.low, node.high, hit.distance)) continue;
        if (node.count == 0) {
            open[depth++] = node.right;
            open[depth++] = index + 1;
            continue;
        }
        for (std::size_t i = node.first; i < node.first + node.count; ++i) try_shape(ray, *shapes_[i], hit);
    }
    return hit;
}

} // namespace rekindle::author
