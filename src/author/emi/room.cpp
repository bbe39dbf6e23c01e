#include "author/emi/room.h"

#include <glm/geometric.hpp>

namespace rekindle::author {
namespace {

class Reading {
  public:
    Expected<void> line(const SourceLine& line);
    Room room;

  private:
    Point color(Words& words) {
        const Point bytes = words.point();
        return bytes / 255.0;
    }
    Expected<void> material(const SourceLine& line);
    Expected<void> shape(const SourceLine& line, Shape::Kind kind);
    Expected<void> setup(const SourceLine& line);
    Expected<void> light(const SourceLine& line);
    Expected<void> sector(const SourceLine& line);

    std::map<std::string, std::size_t> paints_;
    Layer layer_ = Layer::rear;
};

Expected<void> Reading::material(const SourceLine& line) {
    static const std::map<std::string, Paint::Pattern> patterns{
        {"planks", Paint::Pattern::planks},   {"tiles", Paint::Pattern::tiles},
        {"stripes", Paint::Pattern::stripes}, {"panels", Paint::Pattern::panels},
        {"rug", Paint::Pattern::rug},         {"night", Paint::Pattern::night},
        {"glow", Paint::Pattern::glow}};
    Words words(line);
    const std::string name = words.word("a name");
    Paint paint;
    paint.color = paint.other = color(words);
    if (words.more()) {
        const std::string pattern = words.word("a pattern");
        const auto found = patterns.find(pattern);
        if (found == patterns.end()) return line.refuse("a pattern", pattern);
        paint.pattern = found->second;
        if (words.more()) paint.size = words.number();
        if (words.more()) paint.other = color(words);
    }
    if (!(paint.size > 0)) words.refuse("a size above 0", line.text);
    RK_CHECK(words.done());
    paints_[name] = room.paints.size();
    room.paints.push_back(paint);
    return {};
}

Expected<void> Reading::shape(const SourceLine& line, Shape::Kind kind) {
    Words words(line);
    const std::string paint = words.word("a material");
    const auto found = paints_.find(paint);
    if (found == paints_.end()) return line.refuse("a material declared above", paint);
    Shape shape{.kind = kind,
                .layer = layer_,
                .paint = found->second,
                .a = words.point(),
                .b = words.point(),
                .radius = 0};
    if (kind == Shape::Kind::rod) shape.radius = words.number();
    RK_CHECK(words.done());
    if (kind == Shape::Kind::box &&
        !(shape.a.x < shape.b.x && shape.a.y < shape.b.y && shape.a.z < shape.b.z))
        return line.refuse("the low corner, then the high one", line.text);
    room.shapes.push_back(shape);
    return {};
}

Expected<void> Reading::setup(const SourceLine& line) {
    Words words(line);
    emi::SetSetup setup;
    setup.name.text = words.word("a name");
    setup.background = words.word("its picture");
    Camera camera;
    camera.at = words.point();
    const double pitch = words.number(), yaw = words.number();
    camera.turn = turn_of(pitch, yaw, 0);
    camera.fov = words.number();
    setup.position = stored(camera.at);
    setup.rotation = stored(camera.turn);
    setup.fov = static_cast<float>(camera.fov);
    setup.near_plane = static_cast<float>(words.number());
    setup.far_plane = static_cast<float>(words.number());
    RK_CHECK(words.done());
    room.set.setups.push_back(std::move(setup));
    room.cameras.push_back(camera);
    return {};
}

// "light NAME KIND X Y Z INTENSITY R G B NEAR FAR [PITCH YAW]": of a direct light the turn whose -z points to
// where it comes from.
Expected<void> Reading::light(const SourceLine& line) {
    static const std::map<std::string, emi::LightType> kinds{{"omni", emi::LightType::omni},
                                                             {"direct", emi::LightType::direct},
                                                             {"ambient", emi::LightType::ambient}};
    Words words(line);
    emi::SetLight light;
    light.name.text = words.word("a name");
    const std::string kind = words.word("omni, direct or ambient");
    const auto found = kinds.find(kind);
    if (found == kinds.end()) return line.refuse("omni, direct or ambient", kind);
    light.type = static_cast<std::int32_t>(found->second);
    light.position = stored(words.point());
    light.intensity = static_cast<float>(words.number());
    for (std::int32_t& channel : light.color) channel = words.whole(0, 255);
    light.falloff_near = static_cast<float>(words.number());
    light.falloff_far = static_cast<float>(words.number());
    if (words.more()) {
        const double pitch = words.number(), yaw = words.number();
        light.rotation = stored(turn_of(pitch, yaw, 0));
    }
    RK_CHECK(words.done());
    room.set.lights.push_back(std::move(light));
    return {};
}

// "sector NAME ID KIND HEIGHT PLANE... at X,Y,Z ...": corners in either direction.
Expected<void> Reading::sector(const SourceLine& line) {
    static const std::map<std::string, std::uint32_t> kinds{{"walk", emi::sector_type::walk},
                                                            {"camera", emi::sector_type::camera},
                                                            {"special", emi::sector_type::special},
                                                            {"hot", emi::sector_type::hot}};
    Words words(line);
    emi::SetSector sector;
    sector.name = words.word("a name");
    sector.id = static_cast<std::uint32_t>(words.whole(0, 100000));
    const std::string kind = words.word("a kind");
    const auto found = kinds.find(kind);
    if (found == kinds.end()) return line.refuse("walk, camera, special or hot", kind);
    sector.type = found->second;
    sector.height = static_cast<float>(words.number());
    while (words.more() && !words.take("at")) sector.sort_planes.push_back(words.whole(0, 1000));
    std::vector<Point> corners;
    while (words.more()) corners.push_back(words.point());
    RK_CHECK(words.done());
    if (corners.size() < 3) return line.refuse("three corners or more", line.text);
    // Normals of floors point down (emi-engine R53, R57).
    if (glm::cross(corners[1] - corners[0], corners.back() - corners[0]).y > 0)
        std::reverse(corners.begin() + 1, corners.end());
    for (const Point& corner : corners) sector.vertices.push_back(stored(corner));
    room.set.sectors.push_back(std::move(sector));
    return {};
}

Expected<void> Reading::line(const SourceLine& line) {
    static const std::map<std::string, Layer> layers{
        {"rear", Layer::rear}, {"middle", Layer::middle}, {"front", Layer::front}};
    const std::string& word = line.word(0);
    if (word == "material") return material(line);
    if (word == "box") return shape(line, Shape::Kind::box);
    if (word == "rod") return shape(line, Shape::Kind::rod);
    if (word == "ball") return shape(line, Shape::Kind::ball);
    if (word == "setup") return setup(line);
    if (word == "light") return light(line);
    if (word == "sector") return sector(line);
    Words words(line);
    if (word == "layer") {
        const std::string name = words.word("rear, middle or front");
        const auto found = layers.find(name);
        if (found == layers.end()) return line.refuse("rear, middle or front", name);
        layer_ = found->second;
    } else if (word == "shine") {
        const Point at = words.point(), bright = color(words);
        room.shines.push_back({at, bright, words.number()});
    } else if (word == "sky") {
        room.sky = color(words);
    } else if (word == "place") {
        Place& place = room.places[words.word("a name")];
        place.at = words.point();
        place.yaw = words.number();
    } else if (word == "hidden") { // box that the salesman never leaves
        const Point low = words.point(), high = words.point();
        for (int i = 0; i < 8; ++i)
            room.sprite_box.push_back(
                {i & 1 ? high.x : low.x, i & 2 ? high.y : low.y, i & 4 ? high.z : low.z});
    } else {
        return line.refuse("a line of a room", word);
    }
    return words.done();
}

} // namespace

Expected<Room> read_room(std::string_view text, std::string_view file) {
    Reading reading;
    for (const SourceLine& line : source_lines(text, file)) RK_CHECK(reading.line(line));
    return std::move(reading.room);
}

} // namespace rekindle::author
