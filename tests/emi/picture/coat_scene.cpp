#include "coat_scene.h"

#include "emi/picture/order.h"

namespace rekindle::test {
namespace {

using namespace emi;

constexpr std::int32_t stan_id = 1, sprite_id = 2;

void set(RgbaPicture& picture, int x, int y, std::array<Byte, 4> color) {
    std::copy(color.begin(), color.end(), picture.pixels.begin() + 4 * (y * 3 + x));
}

// Corners of pixels x..x+size, y..y+size.
std::array<Corner, 4> corners(int x, int y, int size, float z) {
    std::array<Corner, 4> result;
    for (std::size_t i = 0; i < 4; ++i) {
        const float right = static_cast<float>(i == 1 || i == 2 ? x + size : x) / 3;
        const float down = static_cast<float>(i >= 2 ? y + size : y) / 3;
        result[i].clip = {2 * right - 1, 1 - 2 * down, z, 1};
        result[i].u = right;
        result[i].v = down;
    }
    return result;
}

void add_layer(DrawList& list, int number, const RgbaPicture& picture) {
    const std::array<Quad, 1> quad{Quad{{&picture, 0}, corners(0, 0, 3, 0)}};
    list.add({Source::Kind::background, number}, quad, layer_raster);
}

void add_stan(DrawList& list, const RgbaPicture& picture, bool alpha_test) {
    const std::array<std::array<int, 2>, 4> cells{{{1, 0}, {1, 1}, {1, 2}, {2, 1}}};
    const std::uint32_t number = list.add_model(16);
    std::vector<std::uint16_t> indices;
    for (std::size_t cell = 0; cell < cells.size(); ++cell) {
        const auto four = corners(cells[cell][0], cells[cell][1], 1, 0);
        for (std::size_t i = 0; i < 4; ++i) {
            list.positions[4 * cell + i] = {four[i].clip.x, four[i].clip.y, 0};
            list.uvs[4 * cell + i] = {four[i].u, four[i].v};
        }
        for (const std::size_t i : {0u, 1u, 2u, 0u, 2u, 3u})
            indices.push_back(static_cast<std::uint16_t>(4 * cell + i));
    }
    Raster raster = face_raster(Blend::alpha);
    raster.alpha_test = alpha_test;
    list.add_faces({Source::Kind::actor, stan_id}, number, indices, {&picture, 0}, false, raster);
}

} // namespace

CoatScene::CoatScene() {
    for (RgbaPicture* picture : {&pattern, &desk, &stan, &sprite}) *picture = RgbaPicture::blank(3, 3);
    for (int y = 0; y < 3; ++y)
        for (int x = 0; x < 3; ++x) {
            set(pattern, x, y,
                (x + y) % 2 == 0 ? std::array<Byte, 4>{200, 40, 40, 255}
                                 : std::array<Byte, 4>{40, 40, 200, 255});
            set(sprite, x, y, {0, 120, 0, x + y == 0 ? Byte{13} : Byte{255}});
        }
    set(stan, 1, 0, {230, 180, 140, 255});
    set(stan, 2, 1, {255, 255, 255, 128});
    set(desk, 1, 2, {90, 60, 30, 255});
    set(desk, 2, 2, {90, 60, 30, 255});
}

DrawList CoatScene::list(CoatFault fault) const {
    DrawList list;
    list.add({}, ClearItem{});
    std::vector<ActorPlace> actors{{stan_id, 8, 0.5f}, {sprite_id, 4, 0.8f}};
    if (fault == CoatFault::sprite_before_stan) actors[1].order = 9;
    if (fault == CoatFault::no_sprite) actors.pop_back();
    for (const Placed& placed : merge_by_order(2, {}, actors)) {
        if (placed.kind == Placed::Kind::background) {
            add_layer(list, placed.id, placed.id == 1 ? pattern : desk);
        } else if (placed.id == stan_id) {
            add_stan(list, stan, fault == CoatFault::invisible_texels_write_no_depth);
        } else {
            const std::array<Quad, 1> quad{Quad{{&sprite, 0}, corners(0, 0, 3, 0.6f)}};
            list.add({Source::Kind::actor, sprite_id}, quad,
                     sprite_raster(fault != CoatFault::sprite_without_depth_test,
                                   fault != CoatFault::sprite_without_alpha_test, Blend::alpha));
        }
    }
    return list;
}

CoatCells expected_coat(CoatFault fault) {
    const CoatCell green{0, 120, 0, 0.8f};
    CoatCells cells{{
        {{{200, 40, 40, 1}, {230, 180, 140, 0.5f}, green}},
        {{green, {200, 40, 40, 0.5f}, {148, 148, 228, 0.5f}}},
        {{green, {90, 60, 30, 0.5f}, {90, 60, 30, 0.8f}}},
    }};
    switch (fault) {
    case CoatFault::none: break;
    case CoatFault::sprite_without_depth_test:
        cells[0][1] = {0, 120, 0, 0.5f};
        cells[1][1] = {0, 120, 0, 0.5f};
        cells[1][2] = {0, 120, 0, 0.5f};
        for (CoatCell* cell : {&cells[0][2], &cells[1][0], &cells[2][0], &cells[2][2]}) cell->depth = 1;
        break;
    case CoatFault::sprite_before_stan:
        cells[1][1] = {0, 120, 0, 0.5f};
        cells[1][2] = {128, 188, 128, 0.5f};
        break;
    case CoatFault::invisible_texels_write_no_depth:
        cells[1][1] = green;
        cells[2][1].depth = 0.8f;
        break;
    case CoatFault::sprite_without_alpha_test: cells[0][0] = {190, 44, 38, 0.8f}; break;
    case CoatFault::no_sprite:
        cells[0][2] = {200, 40, 40, 1};
        cells[1][0] = {40, 40, 200, 1};
        cells[2][0] = {200, 40, 40, 1};
        cells[2][2].depth = 1;
        break;
    }
    return cells;
}

} // namespace rekindle::test
