#include "author/flashback/figure.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace rekindle::author {
namespace {

// Lengths are in 1/64 pixel, angles in degrees: 0 hangs down, positive turns forward (left), 180 is up.
constexpr int one = 64;

// Sine of 0 to 90 degrees times 16384, summed up by its series: same bits everywhere.
constexpr std::array<int, 91> quarter_wave = [] {
    std::array<int, 91> table{};
    for (int degree = 0; degree <= 90; ++degree) {
        const double x = degree * 3.14159265358979323846 / 180;
        double term = x, sum = x;
        for (int n = 1; n < 10; ++n) {
            term *= -x * x / ((2 * n) * (2 * n + 1));
            sum += term;
        }
        table[static_cast<std::size_t>(degree)] = static_cast<int>(sum * 16384 + 0.5);
    }
    return table;
}();

int sine(int degrees) {
    degrees = (degrees % 360 + 360) % 360;
    const int in_half = degrees % 180;
    const int value = quarter_wave[static_cast<std::size_t>(in_half <= 90 ? in_half : 180 - in_half)];
    return degrees < 180 ? value : -value;
}

struct Point {
    int x = 0, y = 0; // y grows down
};

Point along(Point from, int angle, int length) {
    return {from.x - length * sine(angle) / 16384, from.y + length * sine(angle + 90) / 16384};
}
Point between(Point a, Point b, int percent) {
    return {a.x + (b.x - a.x) * percent / 100, a.y + (b.y - a.y) * percent / 100};
}

using Ramp = std::array<Byte, 3>; // light, middle, dark

constexpr int canvas_width = 112, canvas_height = 96;
constexpr Point origin{56 * one, 72 * one}; // middle of the figure on the ground

class Canvas {
  public:
    IndexedPicture picture = IndexedPicture::blank(canvas_width, canvas_height);

    // A limb from a to b, ra and rb thick (radii). The light comes from the front and above.
    void limb(Point a, Point b, int ra, int rb, const Ramp& ramp) {
        const std::int64_t dx = b.x - a.x, dy = b.y - a.y, length2 = dx * dx + dy * dy;
        const int margin = std::max(ra, rb) + one;
        for (int row = pixel(std::min(a.y, b.y) - margin); row <= pixel(std::max(a.y, b.y) + margin); ++row) {
            for (int col = pixel(std::min(a.x, b.x) - margin); col <= pixel(std::max(a.x, b.x) + margin);
                 ++col) {
                if (col < 0 || row < 0 || col >= canvas_width || row >= canvas_height) continue;
                const std::int64_t px = col * one + one / 2 - a.x, py = row * one + one / 2 - a.y;
                const std::int64_t t = length2 == 0 ? 0
                                                    : std::clamp((px * dx + py * dy) * 1024 / length2,
                                                                 std::int64_t{0}, std::int64_t{1024});
                const std::int64_t nx = px - dx * t / 1024, ny = py - dy * t / 1024;
                const std::int64_t radius = ra + (rb - ra) * t / 1024;
                if (nx * nx + ny * ny > radius * radius) continue;
                const std::int64_t towards_light =
                    (-nx * 4 - ny * 3) * 100 / (5 * std::max<std::int64_t>(radius, 1));
                picture.at(col, row) = ramp[towards_light > 25 ? 0 : towards_light > -35 ? 1 : 2];
            }
        }
    }

    void dot(Point at, Byte color) {
        const int col = pixel(at.x), row = pixel(at.y);
        if (col >= 0 && row >= 0 && col < canvas_width && row < canvas_height) picture.at(col, row) = color;
    }

  private:
    static int pixel(int length) { return length >= 0 ? length / one : -1; }
};

struct Limb {
    int upper = 0, lower = 0;
};

struct Pose {
    Point hip;              // forward and up of where standing puts it
    bool free = false;      // not put on the ground
    bool front = false;     // seen from the front
    int lean = 0, head = 0; // head: against the trunk
    Limb near_arm, far_arm, near_leg, far_leg;
    int roll = 0; // of the whole figure, about the hip
};

struct Colors {
    Ramp coat{}, far_coat{}, leg{}, far_leg{}, boot{}, skin{}, hat{}, scarf{}, belt{};
    Byte outline = 1; // the darkest of the coat
};

// Lengths of the body, in pixels * 64.
constexpr int thigh = 8 * one, shin = 8 * one, foot = 3 * one, trunk = 11 * one, neck = 4 * one;
constexpr int upper_arm = 6 * one, lower_arm = 6 * one;

class Painter {
  public:
    Painter(const Pose& pose, const Colors& colors) : pose_(pose), colors_(colors) { place(); }

    NamedPicture paint(std::string name) {
        arm(far_shoulder_, pose_.far_arm, colors_.far_coat);
        leg(pose_.far_leg, colors_.far_leg);
        leg(pose_.near_leg, colors_.leg);
        coat();
        head();
        arm(near_shoulder_, pose_.near_arm, colors_.coat);
        return crop(std::move(name));
    }

  private:
    int turned(int angle) const { return angle + pose_.roll; }

    void place() {
        hip_ = origin;
        if (!pose_.free) {
            // The lower foot stands on the ground.
            int lowest = 0;
            for (const Limb& limb : {pose_.near_leg, pose_.far_leg}) {
                const Point heel = ankle(hip_, limb);
                lowest = std::max({lowest, heel.y + one * 3 / 2, toe(heel, limb).y + one});
            }
            hip_.y -= lowest - origin.y;
        }
        hip_.x -= pose_.hip.x;
        hip_.y -= pose_.hip.y;
        chest_ = along(hip_, turned(180 - pose_.lean), trunk);
        const int spread = pose_.front ? 3 * one : 0;
        near_shoulder_ = {chest_.x + spread, chest_.y + one};
        far_shoulder_ = {chest_.x - spread, chest_.y + one};
    }

    Point ankle(Point hip, const Limb& limb) const {
        return along(along(hip, turned(limb.upper), thigh), turned(limb.lower), shin);
    }

    Point toe(Point heel, const Limb& limb) const {
        return along(heel, turned(limb.lower + (pose_.front ? 20 : 85)), foot);
    }

    void leg(const Limb& limb, const Ramp& ramp) {
        const Point knee = along(hip_, turned(limb.upper), thigh);
        const Point heel = along(knee, turned(limb.lower), shin);
        canvas_.limb(hip_, knee, one * 9 / 4, one * 7 / 4, ramp);
        canvas_.limb(knee, heel, one * 7 / 4, one * 5 / 4, ramp);
        canvas_.limb(between(knee, heel, 60), heel, one * 7 / 4, one * 3 / 2, colors_.boot);
        canvas_.limb(heel, toe(heel, limb), one * 3 / 2, one, colors_.boot);
    }

    void arm(Point shoulder, const Limb& limb, const Ramp& ramp) {
        const Point elbow = along(shoulder, turned(limb.upper), upper_arm);
        const Point wrist = along(elbow, turned(limb.lower), lower_arm);
        const Byte line = colors_.outline;
        canvas_.limb(shoulder, elbow, one * 9 / 4, one * 9 / 4, {line, line, line});
        canvas_.limb(elbow, wrist, one * 9 / 4, one * 2, {line, line, line});
        canvas_.limb(shoulder, elbow, one * 7 / 4, one * 3 / 2, ramp);
        canvas_.limb(elbow, wrist, one * 3 / 2, one * 5 / 4, ramp);
        canvas_.limb(wrist, along(wrist, turned(limb.lower), one), one * 5 / 4, one, colors_.skin);
    }

    void coat() {
        // Its tails follow the thighs.
        for (const Limb* limb : {&pose_.far_leg, &pose_.near_leg}) {
            const Point knee = along(hip_, turned(limb->upper * 3 / 4), thigh);
            canvas_.limb(hip_, between(hip_, knee, 65), one * 11 / 4, one * 7 / 2,
                         limb == &pose_.far_leg ? colors_.far_coat : colors_.coat);
        }
        canvas_.limb(between(hip_, chest_, 15), chest_, one * 3, pose_.front ? one * 17 / 4 : one * 7 / 2,
                     colors_.coat);
        const Point waist = between(hip_, chest_, 20);
        const Point belt_front = along(waist, turned(90 - pose_.lean), one * 2),
                    belt_back = along(waist, turned(-90 - pose_.lean), one * 2);
        canvas_.limb(belt_front, belt_back, one * 3 / 4, one * 3 / 4, colors_.belt);
    }

    void head() {
        const int up = 180 - pose_.lean + pose_.head;
        const Point middle = along(chest_, turned(up), neck + one);
        canvas_.limb(along(chest_, turned(up), one), along(chest_, turned(up), 2 * one), one * 5 / 2, one * 2,
                     colors_.scarf);
        canvas_.limb(middle, along(middle, turned(up), one * 3 / 2), one * 9 / 4, one * 5 / 2, colors_.skin);
        const Point brim = along(middle, turned(up), one * 3);
        const Point front = along(brim, turned(up - 90), one * (pose_.front ? 7 : 9) / 2);
        const Point back = along(brim, turned(up + 90), one * (pose_.front ? 7 : 5) / 2);
        canvas_.limb(brim, along(brim, turned(up), one * 5 / 2), one * 5 / 2, one * 2, colors_.hat);
        canvas_.limb(back, front, one * 3 / 4, one * 3 / 4, colors_.hat);
    }

    NamedPicture crop(std::string name) const {
        const IndexedPicture& all = canvas_.picture;
        int left = canvas_width, right = -1, top = canvas_height, bottom = -1;
        for (int y = 0; y < canvas_height; ++y)
            for (int x = 0; x < canvas_width; ++x)
                if (all.at(x, y) != 0) {
                    left = std::min(left, x);
                    right = std::max(right, x);
                    top = std::min(top, y);
                    bottom = std::max(bottom, y);
                }
        NamedPicture result{std::move(name), {}, origin.x / one - left, origin.y / one - top, {}};
        if (right < left) return result;
        result.picture = IndexedPicture::blank(right - left + 1, bottom - top + 1);
        for (int y = top; y <= bottom; ++y)
            for (int x = left; x <= right; ++x) result.picture.at(x - left, y - top) = all.at(x, y);
        return result;
    }

    const Pose& pose_;
    const Colors& colors_;
    Canvas canvas_;
    Point hip_, chest_, near_shoulder_, far_shoulder_;
};

// ---- Text

Expected<void> read_color(Colors& colors, const SourceLine& line) {
    const std::map<std::string_view, Ramp*> names = {
        {"coat", &colors.coat},       {"far_coat", &colors.far_coat}, {"leg", &colors.leg},
        {"far_leg", &colors.far_leg}, {"boot", &colors.boot},         {"skin", &colors.skin},
        {"hat", &colors.hat},         {"scarf", &colors.scarf},       {"belt", &colors.belt}};
    const auto found = names.find(line.word(1));
    if (found == names.end() || line.words.size() != 5)
        return line.refuse(
            "color PART light middle dark (coat, far_coat, leg, far_leg, boot, skin, hat, scarf, belt)",
            line.text);
    for (std::size_t i = 0; i < 3; ++i) {
        RK_TRY(const Byte color, parse_color(line.words[i + 2], line));
        (*found->second)[i] = color;
    }
    colors.outline = colors.far_coat[2];
    return {};
}

Expected<Pose> read_pose(const SourceLine& line) {
    Pose pose;
    std::size_t at = 2;
    const auto number = [&]() { return parse_number(line.word(at++), line, -360, 360); };
    const std::map<std::string_view, Limb*> limbs = {{"near_arm", &pose.near_arm},
                                                     {"far_arm", &pose.far_arm},
                                                     {"near_leg", &pose.near_leg},
                                                     {"far_leg", &pose.far_leg}};
    const std::map<std::string_view, int*> angles = {
        {"lean", &pose.lean}, {"head", &pose.head}, {"roll", &pose.roll}};
    while (at < line.words.size()) {
        const std::string& word = line.words[at++];
        if (const auto limb = limbs.find(word); limb != limbs.end()) {
            RK_TRY(limb->second->upper, number());
            RK_TRY(limb->second->lower, number());
        } else if (const auto angle = angles.find(word); angle != angles.end()) {
            RK_TRY(*angle->second, number());
        } else if (word == "hip" || word == "free") {
            RK_TRY(const int x, number());
            RK_TRY(const int y, number());
            pose.hip = {x * one, y * one};
            pose.free = word == "free";
        } else if (word == "front") {
            pose.front = true;
        } else {
            return line.refuse("near_arm, far_arm, near_leg, far_leg, lean, head, roll, hip, free or front",
                               word);
        }
    }
    return pose;
}

} // namespace

Expected<std::vector<NamedPicture>> draw_figures(const std::vector<SourceLine>& lines) {
    Colors colors;
    std::vector<NamedPicture> pictures;
    for (const SourceLine& line : lines) {
        if (line.words[0] == "color") {
            RK_CHECK(read_color(colors, line));
        } else if (line.words[0] == "pose" && line.words.size() > 1) {
            RK_TRY(const Pose pose, read_pose(line));
            pictures.push_back(Painter(pose, colors).paint(line.words[1]));
            pictures.back().source = line;
            if (pictures.back().picture.pixels.empty())
                return line.refuse("a pose within 50 pixels of the middle, in colours of its own",
                                   "nothing to see");
        } else {
            return line.refuse("color or pose NAME", line.text);
        }
    }
    return pictures;
}

} // namespace rekindle::author
