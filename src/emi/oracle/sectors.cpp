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
    sector.name = in["name"];
    sector.id = in["id"];
    sector.visible = in["visible"] != 0;
    sector.type = in["type"];
    sector.height = number(in["height"]);
    for (const json& plane : in["sortplanes"]) sector.sort_planes.push_back(plane);
    for (const json& v : in["vertices"])
        sector.vertices.push_back({number(v[0]), number(v[1]), number(v[2])});
    return sector_of(sector);
}

int index_of(const std::optional<std::size_t>& sector) { return sector ? static_cast<int>(*sector) : -1; }

class SectorsCheck {
  public:
    void operator()(const json& in, const json& out, Checker& checker) {
        const std::string op = in["op"];
        if (op == "set") set(in, out, checker);
        if (op == "point") point(sectors_[in["sector"]], vec(in["p"]), out, checker);
        if (op == "puck_project")
            checker.close("r", along_plane(sectors_[in["sector"]], vec(in["v"])), out["r"], tolerance);
        if (op == "actor_puck") {
            checker.close("simple", forward_of_yaw(number(in["yaw"])), out["simple"], tolerance);
            checker.close("puck", puck_vector(sectors_, vec(in["p"]), number(in["yaw"])), out["puck"],
                          tolerance);
        }
        if (op == "find") find(in, out, checker);
        if (op == "yaw_to")
            checker.close("yaw", wrap_degrees(yaw_to(vec(in["from"]), vec(in["to"]), 0) - number(out["yaw"])),
                          0, 1e-3);
        if (op == "exit") exit(in, out, checker);
        if (op == "bridges") bridges(in, out, checker);
        if (op == "walk") walk(in, out, checker);
        if (op == "turn") turn(in, out, checker);
    }

  private:
    void set(const json& in, const json& out, Checker& checker) {
        sectors_.clear();
        for (const json& sector : in["sectors"]) {
            sectors_.push_back(sector_from(sector));
            checker.close("normal", sectors_.back().normal, out["normals"][sectors_.size() - 1], tolerance);
        }
    }

    static void point(const Sector& sector, glm::vec3 p, const json& out, Checker& checker) {
        checker.equal("in", contains(sector, p), number(out["in"]));
        checker.close("dist", plane_distance(sector, p), number(out["dist"]), tolerance);
        checker.close("proj", on_plane(sector, p), out["proj"], tolerance);
        checker.close("closest", closest_point(sector, p), out["closest"], tolerance);
    }

    void find(const json& in, const json& out, Checker& checker) const {
        const glm::vec3 p = vec(in["p"]);
        checker.equal("point_sector", index_of(sector_at(sectors_, p, sector_type::walk)),
                      number(out["point_sector"]));
        const auto closest = closest_walk(sectors_, p);
        const int measured = out["closest_sector"];
        // On an edge that two sectors share, rounding decides: then the distances are equal.
        if (closest && measured >= 0)
            checker.close("closest_sector", glm::distance(closest->point, p),
                          glm::distance(closest_point(sectors_[static_cast<std::size_t>(measured)], p), p),
                          1e-5);
        else
            checker.equal("closest_sector", closest ? 0 : -1, measured);
        if (closest) checker.close("closest", closest->point, out["closest"], tolerance);
        checker.equal("sort_order", sort_order_at(sectors_, in["setup"], p), number(out["sort_order"]));
    }

    void exit(const json& in, const json& out, Checker& checker) const {
        const auto found = exit_of(sectors_[in["sector"]], vec(in["p"]), vec(in["dir"]));
        checker.equal("exits", found.has_value(), 1);
        if (!found) return;
        checker.close("exit", found->point, out["exit"], tolerance);
        checker.equal("edge", static_cast<double>(found->edge), number(out["edge"]));
        checker.close("edge_dir", found->edge_direction, out["edge_dir"], tolerance);
        checker.close("angle", found->angle, number(out["angle_deg"]), 0.01);
    }

    void bridges(const json& in, const json& out, Checker& checker) const {
        const auto found = border(sectors_[in["a"]], sectors_[in["b"]], 0);
        const json& measured = out["bridges"];
        checker.equal("bridges", static_cast<double>(found.size()), static_cast<double>(measured.size()));
        for (std::size_t i = 0; i < std::min(found.size(), measured.size()); ++i) {
            checker.close("bridge", found[i].from, measured[i][0], tolerance);
            checker.close("bridge", found[i].to, measured[i][1], tolerance);
        }
    }

    void walk(const json& in, const json& out, Checker& checker) const {
        Motion motion;
        motion.place.position = vec(in["from"]);
        motion.place.yaw = motion.move_yaw = number(in["yaw"]);
        motion.walk_rate = number(in["walk_rate"]);
        motion.turn_rate = number(in["turn_rate"]);
        follow_boxes(motion, true);
        snap_to_floor(motion, sectors_);
        checker.close("start", motion.place.position, out["start"], tolerance);
        const bool walking = walk_to(motion, sectors_, vec(in["to"]), measured_search);
        checker.equal("walking", walking, number(out["walking"]));
        if (!walking != (out["walking"] == 0)) return;
        const json& path = out["path"]; // the next point last
        checker.equal("path length", static_cast<double>(motion.path.size()),
                      static_cast<double>(path.size()));
        for (std::size_t i = 0; i < std::min(path.size(), motion.path.size()); ++i)
            checker.close("path", motion.path[i], path[path.size() - 1 - i], tolerance);
        const float dt = number(in["dt"]);
        for (std::size_t step = 0; step < out["steps"].size(); ++step) {
            checker.at(step);
            const json& measured = out["steps"][step];
            snap_to_floor(motion, sectors_);
            advance_turning(motion, dt);
            advance_walk(motion, dt);
            checker.close("step", motion.place.position, measured, tolerance);
            checker.close("step yaw", wrap_degrees(motion.place.yaw - number(measured[3])), 0, 1e-2);
            checker.equal("step walking", !motion.path.empty(), number(measured[4]));
        }
    }

    static void turn(const json& in, const json& out, Checker& checker) {
        Motion motion;
        motion.place.yaw = number(in["yaw"]);
        motion.turn_rate = number(in["rate"]);
        turn_towards(motion, number(in["target"]), in["snap"] != 0 ? quick_turn : 1);
        for (std::size_t step = 0; step < out["steps"].size(); ++step) {
            checker.at(step);
            advance_turning(motion, number(in["dt"]));
            checker.close("turn yaw", motion.place.yaw, number(out["steps"][step][0]), 1e-3);
            checker.equal("turning", motion.turning, number(out["steps"][step][1]));
        }
    }

    std::vector<Sector> sectors_;
};

} // namespace

LineCheck sectors_check() { return SectorsCheck(); }

} // namespace rekindle::emi::oracle
