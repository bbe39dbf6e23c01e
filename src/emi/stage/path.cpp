#include "emi/stage/path.h"

#include <algorithm>

namespace rekindle::emi {
namespace {

using Point = glm::dvec3;

struct Node {
    std::size_t sector;
    Point place;
    double cost = 0;
    std::optional<std::size_t> before;
    bool closed = false;
};

bool is_walkable(const Sector& sector) {
    return sector.visible && !sector.invalid &&
           (sector.type == sector_type::walk || sector.type == sector_type::hot ||
            sector.type == sector_type::funnel);
}

// Where the line from `from` to `to` crosses a piece, seen from above.
std::optional<Point> crossing(const BorderPiece& piece, Point from, Point to) {
    const Point a(piece.from), way = Point(piece.to) - a, line = to - from;
    const double across = way.x * line.z - way.z * line.x;
    if (across == 0) return std::nullopt;
    const double along = ((from.x - a.x) * line.z - (from.z - a.z) * line.x) / across;
    if (along < 0 || along > 1) return std::nullopt;
    return a + way * along;
}

// The crossing of the last piece that is crossed, else the middle of the nearest.
Point way_point(const std::vector<BorderPiece>& pieces, Point from, Point to) {
    for (std::size_t i = pieces.size(); i-- > 0;)
        if (const auto at = crossing(pieces[i], from, to)) return *at;
    const auto middle = [](const BorderPiece& piece) { return (Point(piece.from) + Point(piece.to)) * 0.5; };
    Point best = middle(pieces.back());
    for (std::size_t i = pieces.size(); i-- > 0;)
        if (glm::distance(middle(pieces[i]), to) < glm::distance(best, to)) best = middle(pieces[i]);
    return best;
}

class Search {
  public:
    Search(std::span<const Sector> sectors, Point target, const PathSearch& options)
        : sectors_(sectors), target_(target), options_(options) {}

    std::vector<glm::vec3> run(std::size_t start, Point from) {
        nodes_.push_back({start, from, 0, std::nullopt, false});
        while (const auto next = cheapest_open()) {
            Node& node = nodes_[*next];
            node.closed = true;
            if (contains(sectors_[node.sector], glm::vec3(target_))) return chain(*next);
            expand(*next);
        }
        return {};
    }

  private:
    std::optional<std::size_t> cheapest_open() const {
        std::optional<std::size_t> best;
        double least = 0;
        for (std::size_t i = 0; i < nodes_.size(); ++i) {
            if (nodes_[i].closed) continue;
            const double estimate = nodes_[i].cost + glm::distance(nodes_[i].place, target_);
            if (best && estimate >= least) continue;
            best = i;
            least = estimate;
        }
        return best;
    }

    void expand(std::size_t from) {
        for (std::size_t i = 0; i < sectors_.size(); ++i) {
            const auto known = std::find_if(nodes_.begin(), nodes_.end(),
                                            [&](const Node& node) { return node.sector == i; });
            if (!is_walkable(sectors_[i]) || (known != nodes_.end() && known->closed)) continue;
            const auto pieces = border(sectors_[nodes_[from].sector], sectors_[i], options_.border_tolerance);
            if (pieces.empty()) continue;
            const Point place = way_point(pieces, nodes_[from].place, target_);
            const double cost = nodes_[from].cost + glm::distance(nodes_[from].place, place);
            if (known == nodes_.end())
                nodes_.push_back({i, place, cost, from, false});
            else if (cost < known->cost)
                *known = {i, place, cost, from, false};
        }
    }

    std::vector<glm::vec3> chain(std::size_t last) const {
        std::vector<glm::vec3> path{glm::vec3(target_)};
        for (std::size_t i = last; nodes_[i].before; i = *nodes_[i].before)
            path.insert(path.begin(), glm::vec3(nodes_[i].place));
        return path;
    }

    std::span<const Sector> sectors_;
    Point target_;
    const PathSearch& options_;
    std::vector<Node> nodes_;
};

} // namespace

std::vector<glm::vec3> find_path(std::span<const Sector> sectors, glm::vec3 from, glm::vec3 to,
                                 const PathSearch& search) {
    const auto start = closest_walk(sectors, from);
    if (!start) return {};
    return Search(sectors, Point(to), search).run(start->sector, Point(from));
}

} // namespace rekindle::emi
