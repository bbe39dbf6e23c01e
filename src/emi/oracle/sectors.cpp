#include "emi/stage/sectors.h"

#include "emi/oracle/values.h"
#include "emi/stage/motion.h"

namespace rekindle::emi::oracle {
namespace {

constexpr double tolerance = sector_tolerance;
// Borders as the measured engine sees them.
constexpr PathSearch measured_search{.border_tolerance = 0};

Sector sector_from(const json& in) {
    SetSector sector;
    sector.name = in.at("name");
    sector.id = in.at("id");
    sector.visible = in.at("visible") != 0;
    sector.type = in.at("type");
    sector.height = number(in.at("height"));
    for (const json& plane : in.at("sortplanes")) sector.sort_planes.push_back(plane);
    for (const json& v : in.at("vertices"))
        sector.vertices.push_back({number(v.at(0)), number(v.at(1)), number(v.at(2))});
    return sector_of(sector);
}

int index_of(const std::optional<std::size_t>& sector) { return sector ? static_cast<int>(*sector) : -1; }

class SectorsCheck {
  public:
    void operator()(const json& in, const json& out, Checker& checker) {
        const std::string op = in.at("op");
        if (op == "set") set(in, out, checker);
        if (op == "point") point(sectors_.at(in.at("sector")), vec(in.at("p")), out, checker);
        if (op == "puck_project")
            checker.close("r", along_plane(sectors_.at(in.at("sector")), vec(in.at("v"))), out.at("r"),
                          tolerance);
        if (op == "actor_puck") {
            checker.close("simple", forward_of_yaw(number(in.at("yaw"))), out.at("simple"), tolerance);
            checker.close("puck", puck_vector(sectors_, vec(in.at("p")), number(in.at("yaw"))),
                          out.at("puck"), tolerance);
        }
        if (op == "find") find(in, out, checker);
        if (op == "yaw_to")
            checker.close(
                "yaw", wrap_degrees(yaw_to(vec(in.at("from")), vec(in.at("to")), 0) - number(out.at("yaw"))),
                0, 1e-3);
        if (op == "exit") exit(in, out, checker);
        if (op == "bridges") bridges(in, out, checker);
        if (op == "walk") walk(in, out, checker);
        if (op == "turn") turn(in, out, checker);
    }

  private:
    void set(const json& in, const json& out, Checker& checker) {
        sectors_.clear();
        for (const json& sector : in.at("sectors")) {
            sectors_.push_back(sector_from(sector));
            checker.close("normal", sectors_.back().normal, out.at("normals").at(sectors_.size() - 1),
                          tolerance);
        }
    }

    static void point(const Sector& sector, glm::vec3 p, const json& out, Checker& checker) {
        checker.equal("in", contains(sector, p), number(out.at("in")));
        checker.close("dist", plane_distance(sector, p), number(out.at("dist")), tolerance);
        checker.close("proj", on_plane(sector, p), out.at("proj"), tolerance);
        checker.close("closest", closest_point(sector, p), out.at("closest"), tolerance);
    }

    void find(const json& in, const json& out, Checker& checker) const {
        const glm::vec3 p = vec(in.at("p"));
        checker.equal("point_sector", index_of(sector_at(sectors_, p, sector_type::walk)),
                      number(out.at("point_sector")));
        const auto closest = closest_walk(sectors_, p);
        const int measured = out.at("closest_sector");
        // On an edge that two sectors share, rounding decides: then the distances are equal.
        if (closest && measured >= 0)
            checker.close("closest_sector", glm::distance(closest->point, p),
                          glm::distance(closest_point(sectors_[static_cast<std::size_t>(measured)], p), p),
                          1e-5);
        else
            checker.equal("closest_sector", closest ? 0 : -1, measured);
        if (closest) checker.close("closest", closest->point, out.at("closest"), tolerance);
        sort_order(in.at("setup"), p, out.at("sort_order"), checker);
    }

    // Where a point lies in two sectors at once, rounding decides: then the measured one must be as near.
    void sort_order(std::size_t setup, glm::vec3 p, std::int32_t measured, Checker& checker) const {
        const auto closest = closest_walk(sectors_, p);
        const float least = closest ? glm::distance(closest->point, p) : 0;
        std::int32_t order = sort_order_at(sectors_, setup, p);
        for (const Sector& sector : sectors_) {
            if (!sector.counts() || !sector.is(sector_type::walk) || setup >= sector.sort_planes.size())
                continue;
            const bool as_near = glm::distance(closest_point(sector, p), p) <= least + 1e-5f && least < 0.01f;
            if (as_near && sector.sort_planes[setup] == measured) order = measured;
        }
        checker.equal("sort_order", order, measured);
    }

    void exit(const json& in, const json& out, Checker& checker) const {
        const auto found = exit_of(sectors_.at(in.at("sector")), vec(in.at("p")), vec(in.at("dir")));
        checker.equal("exits", found.has_value(), 1);
        if (!found) return;
        checker.close("exit", found->point, out.at("exit"), tolerance);
        checker.equal("edge", static_cast<double>(found->edge), number(out.at("edge")));
        checker.close("edge_dir", found->edge_direction, out.at("edge_dir"), tolerance);
        checker.close("angle", found->angle, number(out.at("angle_deg")), 0.01);
    }

    void bridges(const json& in, const json& out, Checker& checker) const {
        const auto found = border(sectors_.at(in.at("a")), sectors_.at(in.at("b")), 0);
        const json& measured = out.at("bridges");
        checker.equal("bridges", static_cast<double>(found.size()), static_cast<double>(measured.size()));
        for (std::size_t i = 0; i < std::min(found.size(), measured.size()); ++i) {
            checker.close("bridge", found[i].from, measured.at(i).at(0), tolerance);
            checker.close("bridge", found[i].to, measured.at(i).at(1), tolerance);
        }
    }

    void walk(const json& in, const json& out, Checker& checker) const {
        Motion motion;
        motion.place.position = vec(in.at("from"));
        motion.place.yaw = motion.move_yaw = number(in.at("yaw"));
        motion.walk_rate = number(in.at("walk_rate"));
        motion.turn_rate = number(in.at("turn_rate"));
        follow_boxes(motion, true);
        snap_to_floor(motion, sectors_);
        checker.close("start", motion.place.position, out.at("start"), tolerance);
        const bool walking = walk_to(motion, sectors_, vec(in.at("to")), measured_search);
        checker.equal("walking", walking, number(out.at("walking")));
        if (!walking != (out.at("walking") == 0)) return;
        const json& path = out.at("path"); // the next point last
        checker.equal("path length", static_cast<double>(motion.path.size()),
                      static_cast<double>(path.size()));
        for (std::size_t i = 0; i < std::min(path.size(), motion.path.size()); ++i)
            checker.close("path", motion.path.at(i), path.at(path.size() - 1 - i), tolerance);
        const float dt = number(in.at("dt"));
        for (std::size_t step = 0; step < out.at("steps").size(); ++step) {
            checker.at(step);
            const json& measured = out.at("steps").at(step);
            snap_to_floor(motion, sectors_);
            advance_turning(motion, dt);
            advance_walk(motion, dt);
            checker.close("step", motion.place.position, measured, tolerance);
            checker.close("step yaw", wrap_degrees(motion.place.yaw - number(measured.at(3))), 0, 1e-2);
            checker.equal("step walking", !motion.path.empty(), number(measured.at(4)));
        }
    }

    static void turn(const json& in, const json& out, Checker& checker) {
        Motion motion;
        motion.place.yaw = number(in.at("yaw"));
        motion.turn_rate = number(in.at("rate"));
        turn_towards(motion, number(in.at("target")), in.at("snap") != 0 ? quick_turn : 1);
        for (std::size_t step = 0; step < out.at("steps").size(); ++step) {
            checker.at(step);
            advance_turning(motion, number(in.at("dt")));
            checker.close("turn yaw", motion.place.yaw, number(out.at("steps").at(step).at(0)), 1e-3);
            checker.equal("turning", motion.turning, number(out.at("steps").at(step).at(1)));
        }
    }

    std::vector<Sector> sectors_;
};

} // namespace

LineCheck sectors_check() { return SectorsCheck(); }

} // namespace rekindle::emi::oracle
