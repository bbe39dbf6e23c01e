// The software renderer of the emi engine: milliseconds a picture of 640x480 on one thread.

#include <benchmark/benchmark.h>

#include "emi/picture/software.h"

namespace {

using namespace rekindle;
using namespace rekindle::emi;

RgbaPicture texture() {
    RgbaPicture picture = RgbaPicture::blank(256, 256);
    for (std::size_t i = 0; i < picture.pixels.size(); ++i)
        picture.pixels[i] = static_cast<Byte>(i % 4 == 3 ? 255 : i * 31 + i / 97);
    return picture;
}

// A grid of 100x60 vertices' worth of triangles over the whole picture, lit per vertex, at an angle.
DrawList small_triangles(const RgbaPicture& picture, bool textured, Blend blend) {
    constexpr int columns = 60, rows = 50; // 6000 triangles
    DrawList list;
    list.add({}, ClearItem{});
    const std::uint32_t model = list.add_model((columns + 1) * (rows + 1));
    std::vector<std::uint16_t> indices;
    for (int y = 0; y <= rows; ++y)
        for (int x = 0; x <= columns; ++x) {
            const auto i = static_cast<std::size_t>(y * (columns + 1) + x);
            const float u = static_cast<float>(x) / columns, v = static_cast<float>(y) / rows;
            list.positions[i] = {2 * u - 1, 1 - 2 * v, v};
            list.uvs[i] = {3 * u, 3 * v};
            const auto light = static_cast<std::uint8_t>(100 + (x * 37 + y * 91) % 155);
            list.colors[i] = {light, light, static_cast<std::uint8_t>(light / 2), 255};
            if (x == columns || y == rows) continue;
            for (const std::size_t k : {i, i + 1, i + columns + 2, i, i + columns + 2, i + columns + 1})
                indices.push_back(static_cast<std::uint16_t>(k));
        }
    list.add_faces({}, model, indices, textured ? Texture{&picture, 0} : Texture{}, false,
                   face_raster(blend));
    return list;
}

void run(benchmark::State& state, const DrawList& list, unsigned threads = 1) {
    SoftwareRenderer renderer(640, 480, threads);
    for (auto _ : state) {
        renderer.draw(list);
        benchmark::DoNotOptimize(renderer.depth(3, 3));
    }
}

void BM_SixThousandTexturedTriangles(benchmark::State& state) {
    const RgbaPicture picture = texture();
    run(state, small_triangles(picture, true, Blend::off));
}
BENCHMARK(BM_SixThousandTexturedTriangles)->Unit(benchmark::kMillisecond);

void BM_SixThousandBlendedTriangles(benchmark::State& state) {
    const RgbaPicture picture = texture();
    run(state, small_triangles(picture, true, Blend::alpha));
}
BENCHMARK(BM_SixThousandBlendedTriangles)->Unit(benchmark::kMillisecond);

void BM_SixThousandColouredTriangles(benchmark::State& state) {
    const RgbaPicture picture = texture();
    run(state, small_triangles(picture, false, Blend::off));
}
BENCHMARK(BM_SixThousandColouredTriangles)->Unit(benchmark::kMillisecond);

void BM_SixThousandTexturedTrianglesOnTwoThreads(benchmark::State& state) {
    const RgbaPicture picture = texture();
    run(state, small_triangles(picture, true, Blend::off), 2);
}
BENCHMARK(BM_SixThousandTexturedTrianglesOnTwoThreads)->Unit(benchmark::kMillisecond)->UseRealTime();

void BM_ABackgroundLayer(benchmark::State& state) {
    RgbaPicture picture = RgbaPicture::blank(640, 480);
    for (std::size_t i = 0; i < picture.pixels.size(); ++i)
        picture.pixels[i] = static_cast<Byte>(i % 4 == 3 ? 255 : i * 31);
    Quad quad;
    quad.texture.picture = &picture;
    const float at[4][2]{{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    for (std::size_t i = 0; i < 4; ++i)
        quad.corners[i] = {
            {2 * at[i][0] - 1, 1 - 2 * at[i][1], 0, 1}, at[i][0], at[i][1], {255, 255, 255, 255}};
    DrawList list;
    list.add({}, ClearItem{});
    list.add({}, std::array<Quad, 1>{quad}, layer_raster);
    run(state, list);
}
BENCHMARK(BM_ABackgroundLayer)->Unit(benchmark::kMillisecond);

} // namespace

BENCHMARK_MAIN();
