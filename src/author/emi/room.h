#pragma once
// A room as text: solid shapes with materials and the lamps they are painted by, and what the set file says
// of it: setups, lights, sectors. Pictures, walk areas and perspective come out of one description, so they
// agree. demo/emi/README.md describes the lines.

#include <map>

#include "author/emi/turns.h"
#include "emi/data/set.h"

namespace rekindle::author {

struct Paint {
    enum class Pattern { plain, planks, tiles, stripes, panels, rug, night, glow };
    Pattern pattern = Pattern::plain;
    Point color{0.5}, other{0.5}; // 0...1
    double size = 1;              // world units
};

// Which picture layer a shape is cut into; the rear one is what is left.
enum class Layer { rear, middle, front };
inline constexpr std::size_t layer_count = 3;

struct Shape {
    enum class Kind { box, rod, ball };
    Kind kind = Kind::box;
    Layer layer = Layer::rear;
    std::size_t paint = 0;
    Point a, b;        // box: corners, low and high; rod: ends; ball: centre, radii
    double radius = 0; // rod
};

struct Shine {
    Point at, color;
    double reach = 3; // half as bright there
};

struct Camera {
    Point at;
    Turn turn;
    double fov = 45; // degrees, horizontal
};

struct Place {
    Point at;
    double yaw = 0; // degrees
};

struct Room {
    std::vector<Paint> paints;
    std::vector<Shape> shapes;
    std::vector<Shine> shines;
    Point sky{0.3};
    emi::Set set;
    std::vector<Camera> cameras;         // one a setup
    std::map<std::string, Place> places; // for scripts
    std::vector<Point> sprite_box;       // corners of what the coat's sprite hides; setup 0
};

Expected<Room> read_room(std::string_view text, std::string_view file);

} // namespace rekindle::author
