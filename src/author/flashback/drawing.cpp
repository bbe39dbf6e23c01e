#include "author/flashback/drawing.h"

#include <algorithm>
#include <array>
#include <cstdlib>

#include <fmt/format.h>

namespace rekindle::author {
namespace {

void dot(IndexedPicture& picture, int x, int y, Byte color) {
    if (x >= 0 && y >= 0 && x < picture.width && y < picture.height) picture.at(x, y) = color;
}

void rect(IndexedPicture& picture, int left, int top, int width, int height, Byte color) {
    for (int y = std::max(top, 0); y < std::min(top + height, picture.height); ++y)
        for (int x = std::max(left, 0); x < std::min(left + width, picture.width); ++x)
            picture.at(x, y) = color;
}

void disc(IndexedPicture& picture, int cx, int cy, int radius, Byte color, bool halo) {
    const int limit2 = radius * radius + radius / 2;
    for (int y = std::max(cy - radius, 0); y <= std::min(cy + radius, picture.height - 1); ++y)
        for (int x = std::max(cx - radius, 0); x <= std::min(cx + radius, picture.width - 1); ++x) {
            const int distance2 = (x - cx) * (x - cx) + (y - cy) * (y - cy);
            if (distance2 > limit2) continue;
            if (halo && dither_at(x, y) >= 16 - 16 * distance2 / (limit2 + 1)) continue;
            picture.at(x, y) = color;
        }
}

void line_of(IndexedPicture& picture, int x1, int y1, int x2, int y2, Byte color) {
    const int steps = std::max({std::abs(x2 - x1), std::abs(y2 - y1), 1});
    for (int i = 0; i <= steps; ++i)
        dot(picture, x1 + ((x2 - x1) * i * 2 + steps) / (2 * steps),
            y1 + ((y2 - y1) * i * 2 + steps) / (2 * steps), color);
}

void put(IndexedPicture& picture, const NamedPicture& part, int x, int y) {
    for (int row = 0; row < part.picture.height; ++row)
        for (int column = 0; column < part.picture.width; ++column)
            if (const Byte color = part.picture.at(column, row); color != 0)
                dot(picture, x - part.hot_x + column, y - part.hot_y + row, color);
}

Expected<void> draw_dots(IndexedPicture& picture, const SourceLine& line) {
    RK_TRY(const Byte color, parse_color(line.word(1), line));
    for (std::size_t i = 2; i < line.words.size(); ++i) {
        const std::vector<std::string> place = split(line.words[i], ',');
        if (place.size() != 2) return line.refuse("X,Y", line.words[i]);
        RK_TRY(const int x, parse_number(place[0], line, 0, 1023));
        RK_TRY(const int y, parse_number(place[1], line, 0, 1023));
        dot(picture, x, y, color);
    }
    return {};
}

// `count` numbers behind the first `from` words.
Expected<std::vector<int>> numbers(const SourceLine& line, std::size_t from, std::size_t count) {
    std::vector<int> values;
    for (std::size_t i = from; i < from + count; ++i) {
        RK_TRY(const int number, parse_number(line.word(i), line, -1024, 1024));
        values.push_back(number);
    }
    return values;
}

// Nothing behind the colour, which is the last word.
Expected<Byte> last_color(const SourceLine& line, std::size_t at) {
    if (line.words.size() > at + 1) return line.refuse("a colour as the last word", line.text);
    return parse_color(line.word(at), line);
}

bool is_pixel_row(std::string_view text) {
    return text.find_first_not_of(".0123456789abcdef") == std::string_view::npos;
}

// A picture whose size is that of its rows.
Expected<void> add_row(NamedPicture& picture, const SourceLine& line) {
    const std::string& row = line.words[0];
    const int width = static_cast<int>(row.size());
    if (picture.picture.width != 0 && picture.picture.width != width)
        return line.refuse(fmt::format("rows of {} pixels", picture.picture.width), fmt::format("{}", width));
    picture.picture.width = width;
    ++picture.picture.height;
    for (const char c : row) {
        Byte color = 0;
        if (c != '.') {
            RK_TRY(color, parse_color({&c, 1}, line));
        }
        picture.picture.pixels.push_back(color);
    }
    return {};
}

} // namespace

const NamedPicture* find_picture(const Pictures& pictures, std::string_view name) {
    for (const NamedPicture& picture : pictures)
        if (picture.name == name) return &picture;
    return nullptr;
}

Expected<Byte> parse_color(std::string_view word, const SourceLine& line) {
    constexpr std::string_view digits = "0123456789abcdef";
    const std::size_t color = word.size() == 1 ? digits.find(word[0]) : digits.npos;
    if (color == digits.npos) return line.refuse("a colour, 0 to 9 or a to f", std::string(word));
    return static_cast<Byte>(color);
}

int dither_at(int x, int y) {
    static constexpr std::array<int, 16> bayer = {0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5};
    return bayer[static_cast<std::size_t>((y & 3) * 4 + (x & 3))];
}

Expected<void> draw_verb(IndexedPicture& picture, const SourceLine& line, const Pictures& known) {
    const std::string& verb = line.words[0];
    if (verb == "dots") return draw_dots(picture, line);
    if (verb == "put") {
        const NamedPicture* part = find_picture(known, line.word(1));
        if (part == nullptr) return line.refuse("put with the name of a picture above", line.text);
        RK_TRY(const std::vector<int> n, numbers(line, 2, 2));
        put(picture, *part, n[0], n[1]);
    } else if (verb == "rect" || verb == "line") {
        RK_TRY(const std::vector<int> n, numbers(line, 1, 4));
        RK_TRY(const Byte color, last_color(line, 5));
        verb == "rect" ? rect(picture, n[0], n[1], n[2], n[3], color)
                       : line_of(picture, n[0], n[1], n[2], n[3], color);
    } else if (verb == "disc" || verb == "halo") {
        RK_TRY(const std::vector<int> n, numbers(line, 1, 3));
        RK_TRY(const Byte color, last_color(line, 4));
        disc(picture, n[0], n[1], n[2], color, verb == "halo");
    } else {
        return line.refuse("rect, disc, halo, line, put, dots or a row of pixels", line.text);
    }
    return {};
}

Expected<Pictures> read_drawings(const std::vector<SourceLine>& lines) {
    Pictures pictures;
    for (const SourceLine& line : lines) {
        if (line.words[0] == "picture") {
            if (line.words.size() != 4 && line.words.size() != 6)
                return line.refuse("picture NAME HOT_X HOT_Y [WIDTH HEIGHT]", line.text);
            if (find_picture(pictures, line.words[1]) != nullptr)
                return line.refuse("a new name", line.words[1]);
            NamedPicture& picture = pictures.emplace_back();
            picture.name = line.words[1];
            picture.source = line;
            RK_TRY(picture.hot_x, parse_number(line.words[2], line, -128, 127));
            RK_TRY(picture.hot_y, parse_number(line.words[3], line, -128, 127));
            if (line.words.size() == 6) {
                RK_TRY(const int width, parse_number(line.words[4], line, 1, 256));
                RK_TRY(const int height, parse_number(line.words[5], line, 1, 224));
                picture.picture = IndexedPicture::blank(width, height);
            }
        } else if (pictures.empty()) {
            return line.refuse("picture NAME HOT_X HOT_Y first", line.text);
        } else if (line.words.size() == 1 && is_pixel_row(line.words[0]) &&
                   pictures.back().source.words.size() == 4) {
            RK_CHECK(add_row(pictures.back(), line));
        } else {
            RK_CHECK(draw_verb(pictures.back().picture, line, pictures));
        }
    }
    for (const NamedPicture& picture : pictures)
        if (picture.picture.pixels.empty()) return picture.source.refuse("rows of pixels", "none");
    return pictures;
}

} // namespace rekindle::author
