#include "author/emi/figure.h"

#include <fmt/format.h>

#include "author/emi/skin.h"
#include "author/emi/turns.h"
#include "base/files.h"

namespace rekindle::author {
namespace {

class Reading {
  public:
    Expected<void> line(const SourceLine& line);
    Expected<Figure> finish(std::string_view name);

  private:
    struct Bone {
        std::string name, parent;
        Point at;
        Turn turn; // absolute
    };
    struct Part {
        bool loft = false, both = false;
        int sides = 8;
        std::vector<Ring> rings;
        std::vector<SourceLine> lines; // of the rings, to read them mirrored
    };

    Expected<void> joint(const SourceLine& line);
    Expected<void> material(const SourceLine& line);
    Expected<void> color(const SourceLine& line);
    Expected<void> loft(const SourceLine& line);
    Expected<void> ball(const SourceLine& line);
    Expected<void> box(const SourceLine& line);
    Expected<void> quad(const SourceLine& line);
    Expected<void> close_loft();
    Expected<Ring> ring(const SourceLine& line, bool mirrored) const;
    Expected<Weights> weights(const std::string& word, const SourceLine& line, bool mirrored) const;
    Expected<std::uint32_t> bone(std::string name, const SourceLine& line, bool mirrored) const;

    std::vector<Bone> bones_;
    Skin skin_;
    bool any_material_ = false;
    Part open_; // the loft whose rings follow
};

Point mirrored_point(Point p, bool mirrored) { return mirrored ? Point(-p.x, p.y, p.z) : p; }

Expected<std::uint32_t> Reading::bone(std::string name, const SourceLine& line, bool mirrored) const {
    if (mirrored && (name.starts_with("l_") || name.starts_with("r_"))) name[0] = name[0] == 'l' ? 'r' : 'l';
    for (std::size_t i = 0; i < bones_.size(); ++i)
        if (bones_[i].name == name) return static_cast<std::uint32_t>(i);
    return line.refuse("a joint declared above", name);
}

// "chest" or "chest*70+neck*30"; "-": of a thing without joints.
Expected<Weights> Reading::weights(const std::string& word, const SourceLine& line, bool mirrored) const {
    Weights result;
    if (word == "-" && bones_.empty()) return result;
    double sum = 0;
    for (const std::string& part : split(word, '+')) {
        const std::vector<std::string> halves = split(part, '*');
        RK_TRY(const std::uint32_t index, bone(halves[0], line, mirrored));
        double share = 1;
        if (halves.size() > 1) {
            RK_TRY(share, parse_decimal(halves[1], line));
        }
        sum += share;
        result.push_back({index, share});
    }
    if (!(sum > 0)) return line.refuse("shares above 0", word);
    for (Weight& weight : result) weight.share /= sum;
    return result;
}

Expected<void> Reading::joint(const SourceLine& line) {
    Words words(line);
    Bone bone{
        .name = words.word("a joint's name"), .parent = words.word("its parent or -"), .at = {}, .turn = {}};
    bone.at = words.point();
    if (words.take("turned")) {
        const Point degrees = words.point();
        bone.turn = turn_of(degrees.x, degrees.y, degrees.z);
    }
    if (bone.name.size() > 31) words.refuse("at most 31 letters", bone.name);
    RK_CHECK(words.done());
    if (bone.parent == "-")
        bone.parent.clear();
    else
        RK_CHECK(this->bone(bone.parent, line, false));
    bones_.push_back(std::move(bone));
    return {};
}

Expected<void> Reading::material(const SourceLine& line) {
    Words words(line);
    std::string texture = words.word("a texture or none");
    std::uint32_t flags = 0;
    while (words.more()) {
        if (words.take("unlit"))
            flags |= emi::face_flag::unlit;
        else if (words.take("alpha"))
            flags |= emi::face_flag::alpha;
        else
            words.refuse("unlit or alpha", words.word(""));
    }
    if (texture == "none") texture.clear();
    skin_.begin(texture, flags);
    any_material_ = true;
    return words.done();
}

Expected<void> Reading::color(const SourceLine& line) {
    Words words(line);
    std::array<std::uint8_t, 4> color{0, 0, 0, 255};
    for (std::size_t i = 0; i < 3 || (i < 4 && words.more()); ++i)
        color[i] = static_cast<std::uint8_t>(words.whole(0, 255));
    skin_.set_color(color);
    return words.done();
}

Expected<Ring> Reading::ring(const SourceLine& line, bool mirrored) const {
    Words words(line);
    const std::string joint = words.word("a joint");
    Ring ring;
    ring.center = mirrored_point(words.point(), mirrored);
    ring.across = words.number();
    ring.along = words.more() ? words.number() : ring.across;
    RK_CHECK(words.done());
    RK_TRY(ring.weights, weights(joint, line, mirrored));
    return ring;
}

Expected<void> Reading::loft(const SourceLine& line) {
    Words words(line);
    open_ = {.loft = true, .both = false, .sides = words.whole(3, 40), .rings = {}, .lines = {}};
    open_.both = words.take("both");
    return words.done();
}

Expected<void> Reading::close_loft() {
    if (!open_.loft) return {};
    const Part part = std::exchange(open_, {});
    for (const bool mirrored : {false, true}) {
        if (mirrored && !part.both) break;
        std::vector<Ring> rings;
        for (const SourceLine& line : part.lines) {
            RK_TRY(Ring ring, this->ring(line, mirrored));
            rings.push_back(std::move(ring));
        }
        if (rings.size() >= 2) skin_.loft(rings, part.sides);
    }
    return {};
}

Expected<void> Reading::ball(const SourceLine& line) {
    Words words(line);
    const std::string joint = words.word("a joint");
    const Point center = words.point(), radii = words.point();
    const int sides = words.whole(4, 40);
    const bool both = words.take("both");
    RK_CHECK(words.done());
    for (const bool mirrored : {false, true}) {
        if (mirrored && !both) break;
        RK_TRY(const Weights weights, this->weights(joint, line, mirrored));
        skin_.ball(mirrored_point(center, mirrored), radii, weights, sides);
    }
    return {};
}

Expected<void> Reading::box(const SourceLine& line) {
    Words words(line);
    const std::string joint = words.word("a joint");
    const Point low = words.point(), high = words.point();
    RK_CHECK(words.done());
    RK_TRY(const Weights weights, this->weights(joint, line, false));
    skin_.box(low, high, weights);
    return {};
}

Expected<void> Reading::quad(const SourceLine& line) {
    Words words(line);
    const std::string joint = words.word("a joint");
    std::array<Point, 4> corners;
    for (Point& corner : corners) corner = words.point();
    RK_CHECK(words.done());
    RK_TRY(const Weights weights, this->weights(joint, line, false));
    skin_.quad(corners, weights);
    return {};
}

Expected<void> Reading::line(const SourceLine& line) {
    const std::string& word = line.word(0);
    if (word == "ring") {
        if (!open_.loft) return line.refuse("a loft before its rings", word);
        open_.lines.push_back(line);
        return {};
    }
    RK_CHECK(close_loft());
    if (word == "joint") return joint(line);
    if (word == "material") return material(line);
    if (word == "color") return color(line);
    if (!any_material_) {
        skin_.begin("", 0);
        any_material_ = true;
    }
    if (word == "loft") return loft(line);
    if (word == "ball") return ball(line);
    if (word == "box") return box(line);
    if (word == "quad") return quad(line);
    return line.refuse("joint, material, color, loft, ring, ball, box or quad", word);
}

Expected<Figure> Reading::finish(std::string_view name) {
    RK_CHECK(close_loft());
    Figure figure;
    std::vector<std::string> names;
    for (const Bone& bone : bones_) {
        emi::Joint joint;
        joint.name.text = bone.name;
        joint.parent.text = bone.parent;
        names.push_back(bone.name);
        Point origin(0);
        Turn turn;
        for (const Bone& other : bones_)
            if (other.name == bone.parent) origin = other.at, turn = other.turn;
        joint.translation = stored(turned(inverse(turn), bone.at - origin));
        joint.rotation = stored(inverse(turn) * bone.turn);
        figure.skeleton.joints.push_back(std::move(joint));
    }
    figure.mesh = skin_.mesh(name, std::move(names));
    return figure;
}

} // namespace

Expected<Figure> read_figure(std::string_view text, std::string_view file, std::string_view name) {
    Reading reading;
    for (const SourceLine& line : source_lines(text, file)) RK_CHECK(reading.line(line));
    return reading.finish(name);
}

} // namespace rekindle::author
