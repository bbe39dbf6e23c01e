#include <algorithm>
#include <cstring>

#include "emi/picture/pixel_lanes.h"
#include "emi/picture/raster.h"

namespace rekindle::emi::raster {
namespace {

constexpr std::uint32_t black = 0xFF000000;
constexpr std::int32_t least_alpha = 3264; // 0.1 of 32640

std::uint32_t stored_color(Color c) {
    return black | std::uint32_t{c.r} | std::uint32_t{c.g} << 8 | std::uint32_t{c.b} << 16;
}

std::uint32_t texel(const Byte* texels, std::int64_t index) {
    std::uint32_t value;
    std::memcpy(&value, texels + 4 * index, sizeof value);
    return value;
}

Pixels4 load_pixels(const std::uint32_t* from) {
    Pixels4 pixels;
    std::memcpy(&pixels, from, sizeof pixels);
    return pixels;
}
void store_pixels(std::uint32_t* to, Int4 where, Pixels4 pixels) {
    const auto mask = reinterpret_cast<Pixels4>(where);
    const Pixels4 merged = (pixels & mask) | (load_pixels(to) & ~mask);
    std::memcpy(to, &merged, sizeof merged);
}

Pair over(Pair from, Pair onto) {
    const Pair alpha = factor_of(alphas(from));
    return scaled(from, alpha) + scaled(onto, all8(65535) - alpha);
}
Pair added(Pair from, Pair onto) { return onto + scaled(from, factor_of(alphas(from))); }

Pixels4 blended(Blend blend, const Pairs& from, Pixels4 onto) {
    const auto opaque = Pixels4{black, black, black, black};
    if (blend == Blend::off) return stored(from.first, from.second) | opaque;
    const Pair first = channels_of(onto, true), second = channels_of(onto, false);
    if (blend == Blend::alpha) return stored(over(from.first, first), over(from.second, second)) | opaque;
    return stored(added(from.first, first), added(from.second, second)) | opaque;
}

Float4 limited(Float4 value, float low, float high) { return smaller(larger(value, all4(low)), all4(high)); }

// Where texels are beside each other, after wrapping.
Int4 wrapped(Int4 at, int size, bool repeat, bool power) {
    if (repeat && power) return at & (size - 1);
    if (repeat) {
        for (int i = 0; i < 4; ++i) {
            const int rest = at[i] % size;
            at[i] = rest < 0 ? rest + size : rest;
        }
        return at;
    }
    const Int4 low = at<0, high = at> size - 1;
    return (at & ~(low | high)) | (high & (size - 1));
}

std::uint64_t two_texels(const Byte* texels, std::int32_t index) {
    std::uint64_t value;
    std::memcpy(&value, texels + 4 * std::ptrdiff_t{index}, sizeof value);
    return value;
}

// u, v in texels·128.
Pairs sampled(const Paint& paint, Float4 u, Float4 v) {
    const Raster& raster = paint.raster;
    const float half = raster.linear ? 63.5f : 0; // to the texels' centres, and rounding
    const Int4 x = floored(limited(u, -1e8f, 1e8f) - half), y = floored(limited(v, -1e8f, 1e8f) - half);
    const auto columns = [&](Int4 at) { return wrapped(at, paint.width, raster.repeat, paint.powers); };
    // Where rows begin: floats hold it exactly, sides are at most 4096.
    const auto rows = [&](Int4 at) {
        const Int4 row = wrapped(at, paint.height, raster.repeat, paint.powers);
        return whole(real(row) * static_cast<float>(paint.width));
    };
    const Int4 x0 = columns(x >> 7), upper = rows(y >> 7) + x0;
    if (!raster.linear) {
        const Pixels4 pixels{texel(paint.texels, upper[0]), texel(paint.texels, upper[1]),
                             texel(paint.texels, upper[2]), texel(paint.texels, upper[3])};
        return {channels_of(pixels, true), channels_of(pixels, false)};
    }
    const Int4 x1 = columns((x >> 7) + 1), lower = rows((y >> 7) + 1) + x0;
    const Weights weights = weights_of(x & 127, y & 127);
    if (all(x1 == x0 + 1))
        return mixed(
            weights, [&](int i, Int4 row) { return two_texels(paint.texels, row[i]); }, upper, lower);
    const Int4 across = x1 - x0;
    const auto row_of = [&](int i, Int4 row) {
        return texel(paint.texels, row[i]) | std::uint64_t{texel(paint.texels, row[i] + across[i])} << 32;
    };
    return mixed(weights, row_of, upper, lower);
}

struct RowPlane {
    float start, step;
    RowPlane(const Plane& plane, float row) : start(plane.base + plane.dy * row), step(plane.dx) {}
    Float4 at(Float4 x) const { return start + step * x; }
};

constexpr Int4 lanes{0, 1, 2, 3};

// `plain`: the colour of a flat triangle.
void fill_colors(const Triangle& t, const Paint& paint, const Pairs& plain, const Surface& surface, int y,
                 int from, int end) {
    const auto row = static_cast<float>(y - t.origin_y);
    const RowPlane z(t.z, row), inverse(t.inverse, row), u(t.u, row), v(t.v, row);
    const RowPlane r(t.r, row), g(t.g, row), b(t.b, row), a(t.a, row);
    const Raster raster = paint.raster;
    const Int4 alpha = t.flat_alpha ? whole(all4(t.a.base)) : Int4{};
    std::uint32_t* colors = surface.colors + std::ptrdiff_t{y} * surface.pitch;
    float* depths = surface.depths + std::ptrdiff_t{y} * surface.pitch;
    for (int x = from; x < end; x += 4) {
        const Float4 column = real(lanes + (x - t.origin_x));
        const Float4 depth = limited(z.at(column), t.low_z, t.high_z);
        Int4 pass = lanes < (end - x);
        if (raster.depth_test) {
            pass &= depth <= load4(depths + x);
            if (!any(pass)) continue;
        }
        Float4 w = all4(1);
        if (paint.texels != nullptr || !t.flat)
            w = 1.0f / limited(inverse.at(column), t.low_inverse, t.high_inverse);
        Pairs color = plain;
        if (!t.flat) {
            const auto channel = [&](const RowPlane& plane) {
                return whole(limited(plane.at(column) * w, 0, 65535) + 0.5f);
            };
            color = interleave(channel(r), channel(g), channel(b), t.flat_alpha ? alpha : channel(a));
        }
        Pairs fragment{scaled(all8(32640), color.first), scaled(all8(32640), color.second)};
        if (paint.texels != nullptr) {
            const Pairs sample = sampled(paint, u.at(column) * w, v.at(column) * w);
            fragment = {scaled(sample.first, color.first), scaled(sample.second, color.second)};
        }
        if (raster.alpha_test) {
            pass &= Int4{fragment.first[3], fragment.first[7], fragment.second[3], fragment.second[7]} >=
                    least_alpha;
            if (!any(pass)) continue;
        }
        if (raster.depth_write) store4(depths + x, select(pass, depth, load4(depths + x)));
        store_pixels(colors + x, pass, blended(raster.blend, fragment, load_pixels(colors + x)));
    }
}

void fill_shadow(const Triangle& t, const Paint& paint, const Surface& surface, const std::uint8_t* mask,
                 int y, int from, int end) {
    const RowPlane z(t.z, static_cast<float>(y - t.origin_y));
    std::uint32_t* colors = surface.colors + std::ptrdiff_t{y} * surface.pitch;
    const float* depths = surface.depths + std::ptrdiff_t{y} * surface.pitch;
    const std::uint32_t color = stored_color(paint.color);
    for (int x = from; x < end; x += 4) {
        const Float4 depth = limited(z.at(real(lanes + (x - t.origin_x))), t.low_z, t.high_z);
        Int4 pass = (lanes < (end - x)) & (depth <= load4(depths + x));
        for (int i = 0; i < 4; ++i)
            if (x + i >= end || mask[x + i] == 0) pass[i] = 0;
        store_pixels(colors + x, pass, Pixels4{color, color, color, color});
    }
}

// Pixels whose centre is right of an edge begin at column(), row by row, in whole numbers.
class Edge {
  public:
    Edge(const Triangle& t, std::size_t from, std::size_t to, int row) {
        const std::int64_t dx = t.x[to] - t.x[from], dy = t.y[to] - t.y[from];
        const std::int64_t down = std::int64_t{row} * subpixel + subpixel / 2 - t.y[from];
        divisor_ = dy * subpixel;
        if (divisor_ <= 0) return; // level: no row is on it
        divide((t.x[from] - subpixel / 2) * dy + down * dx + divisor_ - 1, column_, rest_);
        divide(dx * subpixel, step_, step_rest_);
    }
    std::int64_t column() const { return column_; }
    void next() {
        column_ += step_;
        rest_ += step_rest_;
        if (rest_ >= divisor_) {
            rest_ -= divisor_;
            ++column_;
        }
    }

  private:
    void divide(std::int64_t value, std::int64_t& quotient, std::int64_t& rest) const {
        quotient = value / divisor_;
        rest = value % divisor_;
        if (rest < 0) {
            rest += divisor_;
            --quotient;
        }
    }
    std::int64_t column_ = 0, rest_ = 0, step_ = 0, step_rest_ = 0, divisor_ = 1;
};

int first_pixel(std::int32_t position) { return (position - subpixel / 2 + subpixel - 1) >> 8; }

template <typename Fill>
void walk(const Triangle& t, int width, int first_row, int end_row, Fill fill) {
    const int top = std::max(first_pixel(t.y[0]), first_row), end = std::min(first_pixel(t.y[2]), end_row);
    const int corner = std::clamp(first_pixel(t.y[1]), top, std::max(top, end));
    if (top >= end) return;
    Edge long_edge(t, 0, 2, top);
    const auto part = [&](std::size_t from, std::size_t to, int start, int stop) {
        if (start >= stop) return;
        Edge edge(t, from, to, start);
        for (int y = start; y < stop; ++y) {
            const auto left = static_cast<int>(
                std::max<std::int64_t>(t.cornered_left ? edge.column() : long_edge.column(), 0));
            const auto right = static_cast<int>(
                std::min<std::int64_t>(t.cornered_left ? long_edge.column() : edge.column(), width));
            if (left < right) fill(y, left, right);
            edge.next();
            long_edge.next();
        }
    };
    part(0, 1, top, corner);
    part(1, 2, corner, end);
}

void fill_triangle(const Work& work, const Triangle& t, const Surface& surface,
                   std::vector<std::uint8_t>& mask, int first_row, int end_row) {
    const Paint& paint = work.paints[t.paint];
    const auto mask_row = [&](int y) { return mask.data() + std::ptrdiff_t{y - first_row} * work.width; };
    switch (paint.kind) {
    case Paint::Kind::colors: {
        Pairs plain{};
        if (t.flat)
            plain = interleave(whole(all4(t.r.base)), whole(all4(t.g.base)), whole(all4(t.b.base)),
                               whole(all4(t.a.base)));
        walk(t, work.width, first_row, end_row,
             [&](int y, int from, int end) { fill_colors(t, paint, plain, surface, y, from, end); });
        break;
    }
    case Paint::Kind::area:
        walk(t, work.width, first_row, end_row,
             [&](int y, int from, int end) { std::fill(mask_row(y) + from, mask_row(y) + end, 1); });
        break;
    case Paint::Kind::shadow:
        walk(t, work.width, first_row, end_row,
             [&](int y, int from, int end) { fill_shadow(t, paint, surface, mask_row(y), y, from, end); });
        break;
    }
}

int texel_of(double position, int size) {
    if (!(position >= 0)) return 0;
    return position >= size ? size - 1 : static_cast<int>(position);
}

void fill_blit(const Blit& blit, const Surface& surface, int first_row, int end_row) {
    std::vector<std::int32_t> columns;
    for (int x = blit.x1; x < blit.x2; ++x) columns.push_back(texel_of(blit.u + blit.du * x, blit.width));
    columns.resize(columns.size() + 3);
    for (int y = std::max(blit.y1, first_row); y < std::min(blit.y2, end_row); ++y) {
        const Byte* row =
            blit.texels + 4 * std::ptrdiff_t{texel_of(blit.v + blit.dv * y, blit.height)} * blit.width;
        std::uint32_t* colors = surface.colors + std::ptrdiff_t{y} * surface.pitch;
        for (int x = blit.x1; x < blit.x2; x += 4) {
            const std::int32_t* column = &columns[static_cast<std::size_t>(x - blit.x1)];
            const Pixels4 pixels{texel(row, column[0]), texel(row, column[1]), texel(row, column[2]),
                                 texel(row, column[3])};
            const Int4 inside = lanes < (blit.x2 - x);
            const Pixels4 solid = pixels & black;
            if (all(reinterpret_cast<Int4>(solid == Pixels4{black, black, black, black}))) {
                store_pixels(colors + x, inside, pixels);
            } else if (any(reinterpret_cast<Int4>(solid != Pixels4{}))) {
                const Pairs from{channels_of(pixels, true), channels_of(pixels, false)};
                store_pixels(colors + x, inside, blended(Blend::alpha, from, load_pixels(colors + x)));
            }
        }
    }
}

void dim(std::uint32_t* from, std::uint32_t* end, float keep) {
    const float share = keep >= 0 ? std::min(keep, 1.0f) : 0;
    const auto factor = static_cast<std::uint16_t>(share * 65535 + 0.5f);
    for (; from < end; from += 4) {
        const Pixels4 pixels = load_pixels(from);
        const Pixels4 dark = stored(scaled(channels_of(pixels, true), all8(factor)),
                                    scaled(channels_of(pixels, false), all8(factor)));
        store_pixels(from, Int4{-1, -1, -1, -1}, dark | black);
    }
}

void fill_rect(const Rect& rect, std::uint32_t color, const Surface& surface, int first_row, int end_row) {
    for (int y = std::max(rect.y1, first_row); y <= std::min(rect.y2, end_row - 1); ++y)
        std::fill_n(surface.colors + std::ptrdiff_t{y} * surface.pitch + rect.x1, rect.x2 - rect.x1 + 1,
                    color);
}

void fill_letter(const Work& work, const Letter& letter, const Surface& surface, int first_row, int end_row) {
    const Glyph& glyph = letter.font->glyphs[letter.placed.glyph];
    const ByteView pixels = glyph_pixels(*letter.font, glyph);
    const auto wide = static_cast<int>(glyph.width), high = static_cast<int>(glyph.height);
    for (int row = 0; row < high; ++row)
        for (int column = 0; column < wide; ++column) {
            const Byte value =
                pixels[static_cast<std::size_t>(row) * glyph.width + static_cast<std::size_t>(column)];
            if (value != 0x80 && value != 0xFF) continue;
            const int x = letter.placed.x + column, y = letter.placed.y + row;
            if (x < 0 || x >= 640 || y < 0 || y >= 480) continue;
            const Rect dot{x * work.width / 640, y * work.height / 480, (x + 1) * work.width / 640 - 1,
                           (y + 1) * work.height / 480 - 1};
            fill_rect(dot, value == 0xFF ? stored_color(letter.color) : black, surface, first_row, end_row);
        }
}

} // namespace

void fill_band(const Work& work, std::size_t band, const Surface& surface, std::vector<std::uint8_t>& mask) {
    const int first_row = static_cast<int>(band) * band_rows;
    const int end_row = std::min(first_row + band_rows, work.height);
    const std::ptrdiff_t first = std::ptrdiff_t{first_row} * surface.pitch;
    const std::ptrdiff_t end = std::ptrdiff_t{end_row} * surface.pitch;
    for (const Command& command : work.bands[band]) {
        switch (command.kind) {
        case Command::Kind::clear_all:
            std::fill(surface.colors + first, surface.colors + end, black);
            [[fallthrough]];
        case Command::Kind::clear_depth: std::fill(surface.depths + first, surface.depths + end, 1.0f); break;
        case Command::Kind::triangle:
            fill_triangle(work, work.triangles[command.index], surface, mask, first_row, end_row);
            break;
        case Command::Kind::blit: fill_blit(work.blits[command.index], surface, first_row, end_row); break;
        case Command::Kind::begin_shadow:
            mask.assign(static_cast<std::size_t>(work.width) * band_rows, 0);
            break;
        case Command::Kind::dim:
            dim(surface.colors + first, surface.colors + end, work.keeps[command.index]);
            break;
        case Command::Kind::rect: {
            const Bar& bar = work.bars[command.index];
            fill_rect(bar.rect, stored_color(bar.color), surface, first_row, end_row);
            break;
        }
        case Command::Kind::glyph:
            fill_letter(work, work.letters[command.index], surface, first_row, end_row);
            break;
        }
    }
}

} // namespace rekindle::emi::raster
