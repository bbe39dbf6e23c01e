#include "cli/lighting_lab.h"

#include <array>

#include <fmt/format.h>

#include "base/files.h"
#include "base/trig.h"
#include "cli/command.h"
#include "cli/labels.h"
#include "emi/picture/software.h"
#include "emi/stage/camera.h"

namespace rekindle::cli {
namespace {

using namespace emi;

constexpr std::array<int, 5> angles{0, 45, 90, 135, 180};
struct Row {
    const char* name;
    LightMode mode;
    Falloff falloff;
};
constexpr std::array<Row, 4> rows{{{"normdyn", LightMode::normal_dynamic, Falloff::lambert},
                                   {"fastdyn exact", LightMode::fast_dynamic, Falloff::lambert},
                                   {"half-lambert", LightMode::fast_dynamic, Falloff::half_lambert},
                                   {"static", LightMode::fixed, Falloff::lambert}}};
constexpr int cell_width = 200, cell_height = 150, left = 172, head = 30;

// A bust: balls stretched and put together, facing -z, the viewer.
class Figure {
  public:
    Figure() {
        add({0, -0.62f, 0}, {0.78f, 0.42f, 0.36f}, {90, 110, 170}); // shoulders
        add({0, -0.18f, 0}, {0.17f, 0.32f, 0.17f}, {222, 178, 148});
        add({0, 0.32f, 0}, {0.36f, 0.46f, 0.40f}, {232, 188, 158});      // head
        add({0, 0.26f, -0.42f}, {0.07f, 0.13f, 0.10f}, {240, 180, 150}); // nose
        add({-0.36f, 0.30f, 0.02f}, {0.06f, 0.12f, 0.08f}, {225, 175, 145});
        add({0.36f, 0.30f, 0.02f}, {0.06f, 0.12f, 0.08f}, {225, 175, 145});
        add({0, 0.52f, 0.06f}, {0.39f, 0.34f, 0.40f}, {110, 70, 40}); // hair
        add({-0.14f, 0.40f, -0.36f}, {0.05f, 0.035f, 0.04f}, {250, 250, 250});
        add({0.14f, 0.40f, -0.36f}, {0.05f, 0.035f, 0.04f}, {250, 250, 250});
    }
    std::vector<Vec3> positions, normals;
    std::vector<std::array<std::uint8_t, 4>> colors;
    std::vector<std::uint16_t> indices;

  private:
    void add(glm::vec3 center, glm::vec3 size, Color color) {
        constexpr int rings = 20, around = 32;
        const auto first = static_cast<int>(positions.size());
        for (int ring = 0; ring <= rings; ++ring)
            for (int k = 0; k <= around; ++k) {
                const double up = pi * ring / rings, turn = 2 * pi * k / around;
                const glm::vec3 n(sine(up) * cosine(turn), cosine(up), sine(up) * sine(turn));
                const glm::vec3 place = center + n * size, normal = glm::normalize(n / size);
                positions.push_back({place.x, place.y, place.z});
                normals.push_back({normal.x, normal.y, normal.z});
                colors.push_back({color.r, color.g, color.b, 255});
                if (ring == rings || k == around) continue;
                const int a = first + ring * (around + 1) + k, b = a + around + 1;
                for (const int index : {a, a + 1, b + 1, a, b + 1, b})
                    indices.push_back(static_cast<std::uint16_t>(index));
            }
    }
};

// The light at an angle from what the figure faces, walking round to its left.
std::array<Light, 2> lights_at(int angle) {
    const double turn = angle * radians_per_degree;
    Light sun{.type = LightType::direct, .color = glm::vec3(0.9f, 0.85f, 0.75f)};
    sun.direction = {-sine(turn), 0, -cosine(turn)};
    return {Light{.type = LightType::ambient, .color = glm::vec3(0.1f, 0.1f, 0.14f)}, sun};
}

DrawList list_of(const Figure& figure, std::span<const Vec3> shading) {
    Camera camera;
    camera.position = {0, 0, -4};
    camera.fov = 33;
    DrawList list;
    list.add({}, ClearItem{});
    list.add({}, std::array<Rect, 1>{Rect{0, 0, 639, 479}}, Color{24, 26, 32});
    const std::uint32_t model = list.add_model(figure.positions.size());
    list.models[model].to_clip = projection_matrix(camera) * view_matrix(camera);
    list.positions = figure.positions;
    list.normals = figure.normals;
    list.colors = figure.colors;
    list.shading.assign(shading.begin(), shading.end());
    list.add_faces({}, model, figure.indices, {}, false, face_raster(Blend::off));
    return list;
}

// Mean brightness of the figure's pixels, 0..255.
double brightness(const RgbaPicture& picture) {
    double sum = 0;
    std::size_t count = 0;
    for (std::size_t i = 0; i < picture.pixels.size(); i += 4) {
        const Byte* p = &picture.pixels[i];
        if (p[0] == 24 && p[1] == 26 && p[2] == 32) continue;
        sum += (p[0] + p[1] + p[2]) / 3.0;
        ++count;
    }
    return count == 0 ? 0 : sum / static_cast<double>(count);
}

} // namespace

Expected<void> render_lighting_lab(const std::string& out) {
    const Figure figure;
    SoftwareRenderer renderer(cell_width, cell_height);
    const auto columns = static_cast<int>(angles.size());
    RgbaPicture sheet = plain_picture(left + columns * (cell_width + 4),
                                      head + static_cast<int>(rows.size()) * (cell_height + 4), {12, 12, 14});
    std::string table = fmt::format("{:14}", "brightness at");
    for (int column = 0; column < columns; ++column) {
        const std::string label = std::to_string(angles[static_cast<std::size_t>(column)]);
        const int x = left + column * (cell_width + 4);
        write_label(sheet, label, x + (cell_width - label_width(label)) / 2, 8, {230, 230, 230});
        table += fmt::format("{:>8}", label);
    }
    for (std::size_t r = 0; r < rows.size(); ++r) {
        const Row& row = rows[r];
        const int y = head + static_cast<int>(r) * (cell_height + 4);
        write_label(sheet, row.name, 6, y + cell_height / 2 - 7, {230, 230, 230});
        table += fmt::format("\n{:14}", row.name);
        std::vector<Vec3> shading(figure.positions.size(), Vec3{1, 1, 1});
        for (int column = 0; column < columns; ++column) {
            const auto lights = lights_at(angles[static_cast<std::size_t>(column)]);
            if (must_shade(row.mode, column > 0))
                ShadeJob{.lights = lights,
                         .positions = figure.positions,
                         .normals = figure.normals,
                         .falloff = row.falloff,
                         .shading = shading}
                    .run();
            renderer.draw(list_of(figure, shading));
            const RgbaPicture cell = renderer.picture();
            paste(sheet, cell, left + column * (cell_width + 4), y);
            table += fmt::format("{:8.1f}", brightness(cell));
        }
    }
    RK_TRY(const Bytes png, encode_png(sheet));
    RK_CHECK(write_file(out, png));
    print(table + "\n");
    return {};
}

} // namespace rekindle::cli
