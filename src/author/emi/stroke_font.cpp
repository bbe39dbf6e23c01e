#include "author/emi/stroke_font.h"

#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/vec2.hpp>

#include "author/emi/words.h"
#include "base/trig.h"

namespace rekindle::author {
namespace {

using Spot = glm::dvec2;
using Stroke = std::vector<Spot>;

struct Pen {
    double scale = 1, radius = 1, outline = 1, gap = 2; // pixels but for the scale
    double top = 2, line = 12.5;                        // grid units above capitals, and a line's height
};

Expected<void> add_arc(Stroke& stroke, std::string_view word, const SourceLine& line) {
    std::array<double, 6> value{};
    const std::vector<std::string> parts = split(word, ',');
    if (parts.size() != value.size()) return line.refuse("@cx,cy,rx,ry,from,to", std::string(word));
    for (std::size_t i = 0; i < value.size(); ++i) {
        RK_TRY(value[i], parse_decimal(parts[i], line));
    }
    const auto [x, y, across, down, from, to] = value;
    for (int i = 0; i <= 24; ++i) {
        const double angle = (from + (to - from) * i / 24) * radians_per_degree;
        stroke.push_back({x + across * cosine(angle), y + down * sine(angle)});
    }
    return {};
}

Expected<std::vector<Stroke>> read_strokes(const SourceLine& line) {
    std::vector<Stroke> strokes(1);
    for (std::size_t i = 3; i < line.words.size(); ++i) {
        const std::string& word = line.words[i];
        if (word == "/") {
            strokes.emplace_back();
        } else if (word[0] == '@') {
            RK_CHECK(add_arc(strokes.back(), std::string_view(word).substr(1), line));
        } else {
            const std::vector<std::string> parts = split(word, ',');
            if (parts.size() != 2) return line.refuse("x,y", word);
            RK_TRY(const double x, parse_decimal(parts[0], line));
            RK_TRY(const double y, parse_decimal(parts[1], line));
            strokes.back().push_back({x, y});
        }
    }
    return strokes;
}

double distance_to(const std::vector<Stroke>& strokes, Spot at) {
    double nearest = 1e9;
    for (const Stroke& stroke : strokes)
        for (std::size_t i = 0; i + 1 < stroke.size(); ++i) {
            const Spot way = stroke[i + 1] - stroke[i], to = at - stroke[i];
            const double t = glm::clamp(glm::dot(to, way) / std::max(glm::dot(way, way), 1e-12), 0.0, 1.0);
            nearest = std::min(nearest, glm::length(to - way * t));
        }
    return nearest;
}

void draw(emi::Font& font, emi::Glyph& glyph, std::vector<Stroke> strokes, double width, const Pen& pen) {
    const double rim = pen.radius + pen.outline;
    Spot low(1e9), high(-1e9);
    for (Stroke& stroke : strokes)
        for (Spot& spot : stroke) {
            spot = (spot + Spot(0, pen.top)) * pen.scale;
            low = glm::min(low, spot), high = glm::max(high, spot);
        }
    glyph.advance = static_cast<std::int8_t>(width * pen.scale + 2 * pen.radius + pen.gap + 0.5);
    if (low.x > high.x) return;
    const int left = static_cast<int>(std::floor(low.x - rim)),
              top = static_cast<int>(std::floor(low.y - rim));
    const int right = static_cast<int>(std::ceil(high.x + rim)),
              bottom = static_cast<int>(std::ceil(high.y + rim));
    glyph.left = static_cast<std::int8_t>(left), glyph.top = static_cast<std::int8_t>(top);
    glyph.width = static_cast<std::uint32_t>(right - left),
    glyph.height = static_cast<std::uint32_t>(bottom - top);
    glyph.offset = static_cast<std::int32_t>(font.pixels.size());
    for (int y = top; y < bottom; ++y)
        for (int x = left; x < right; ++x) {
            const double distance = distance_to(strokes, {x + 0.5, y + 0.5});
            font.pixels.push_back(distance <= pen.radius ? 0xFF : distance <= rim ? 0x80 : 0);
        }
}

} // namespace

Expected<emi::Font> read_stroke_font(std::string_view text, std::string_view file) {
    emi::Font font;
    Pen pen;
    // All 256: readers take a character's number for a place. Those without strokes show nothing.
    font.pixels.push_back(0);
    for (std::uint16_t code = 0; code < 256; ++code) {
        font.codes.push_back(code);
        font.glyphs.push_back(
            {.offset = 0, .advance = 4, .left = 0, .top = 0, .unknown = 0, .width = 1, .height = 1});
    }
    for (const SourceLine& line : source_lines(text, file)) {
        Words words(line);
        const std::string& word = line.word(0);
        if (word == "glyph") {
            const std::string name = words.word("a character");
            int code = static_cast<unsigned char>(name.empty() ? '\0' : name[0]);
            if (name.size() > 1) {
                RK_TRY(code, parse_number(name, line, 0, 255));
            }
            const double width = words.number();
            RK_TRY(std::vector<Stroke> strokes, read_strokes(line));
            draw(font, font.glyphs[static_cast<std::size_t>(code)], std::move(strokes), width, pen);
            continue;
        }
        double* const value = word == "scale"     ? &pen.scale
                              : word == "pen"     ? &pen.radius
                              : word == "outline" ? &pen.outline
                              : word == "gap"     ? &pen.gap
                                                  : nullptr;
        if (value == nullptr) return line.refuse("glyph, scale, pen, outline or gap", word);
        *value = words.number();
        RK_CHECK(words.done());
    }
    font.line_height = static_cast<std::uint32_t>(pen.line * pen.scale + 0.5);
    font.baseline = static_cast<std::uint32_t>((pen.top + 8) * pen.scale + 0.5);
    return font;
}

} // namespace rekindle::author
