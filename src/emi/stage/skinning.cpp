#include "emi/stage/skinning.h"

#include <algorithm>
#include <cstring>

namespace rekindle::emi {
namespace {

struct Columns {
    Float4 c0, c1, c2, c3;
};
Columns load(const glm::mat4& matrix) {
    const float* from = &matrix[0][0];
    return {load4(from), load4(from + 4), load4(from + 8), load4(from + 12)};
}

Columns blended(const glm::mat4* palette, const Skin::Influence* of, std::uint32_t count) {
    Columns sum = load(palette[of[0].bone]);
    const Float4 first = all4(of[0].weight);
    sum = {sum.c0 * first, sum.c1 * first, sum.c2 * first, sum.c3 * first};
    for (std::uint32_t i = 1; i < count; ++i) {
        const Columns m = load(palette[of[i].bone]);
        const Float4 w = all4(of[i].weight);
        sum = {sum.c0 + m.c0 * w, sum.c1 + m.c1 * w, sum.c2 + m.c2 * w, sum.c3 + m.c3 * w};
    }
    return sum;
}

void store3(Vec3& to, Float4 value) { to = {value[0], value[1], value[2]}; }

// Four normals, one a vector, to unit length; zero stays zero.
void normalise(Vec3* normals, std::size_t count) {
    std::array<Float4, 4> rows{};
    for (std::size_t i = 0; i < count; ++i) rows[i] = Float4{normals[i].x, normals[i].y, normals[i].z, 0};
    transpose(rows[0], rows[1], rows[2], rows[3]);
    const Float4 length = root(rows[0] * rows[0] + rows[1] * rows[1] + rows[2] * rows[2]);
    const Float4 factor = 1.0f / select(length > 0.0f, length, all4(1));
    rows = {rows[0] * factor, rows[1] * factor, rows[2] * factor, all4(0)};
    transpose(rows[0], rows[1], rows[2], rows[3]);
    for (std::size_t i = 0; i < count; ++i) store3(normals[i], rows[i]);
}

// `count` is a constant in the runs of 1 to 4, so that its loop is unrolled.
template <std::uint32_t fixed>
void skin_run(const SkinJob& job, std::size_t first, std::size_t vertices, const Skin::Influence* influences,
              std::uint32_t counted) {
    const std::uint32_t count = fixed != 0 ? fixed : counted;
    const bool with_normals = !job.normals.empty();
    for (std::size_t v = first; v < first + vertices; ++v, influences += count) {
        const Columns m = blended(job.palette.data(), influences, count);
        const Vec3 p = job.positions[v];
        store3(job.out_positions[v], m.c0 * p.x + m.c1 * p.y + (m.c2 * p.z + m.c3));
        if (!with_normals) continue;
        const Vec3 n = job.normals[v];
        store3(job.out_normals[v], m.c0 * n.x + m.c1 * n.y + m.c2 * n.z);
    }
    if (with_normals)
        for (std::size_t v = 0; v < vertices; v += 4)
            normalise(&job.out_normals[first + v], std::min<std::size_t>(4, vertices - v));
}

void copy_run(const SkinJob& job, std::size_t first, std::size_t vertices) {
    std::copy_n(job.positions.begin() + static_cast<std::ptrdiff_t>(first), vertices,
                job.out_positions.begin() + static_cast<std::ptrdiff_t>(first));
    if (!job.normals.empty())
        std::copy_n(job.normals.begin() + static_cast<std::ptrdiff_t>(first), vertices,
                    job.out_normals.begin() + static_cast<std::ptrdiff_t>(first));
}

glm::mat4 from_bind(const glm::mat4& bind) {
    glm::mat4 back(glm::transpose(glm::mat3(bind)));
    back[3] = glm::vec4(-(glm::mat3(back) * glm::vec3(bind[3])), 1);
    return back;
}

} // namespace

Skin make_skin(const Mesh& mesh, const Skeleton& skeleton, const Rig& rig) {
    Skin skin;
    std::size_t vertices = 0;
    const auto run = [&](std::uint32_t influences, std::uint32_t count) {
        vertices += count;
        if (!skin.runs.empty() && skin.runs.back().influences == influences)
            skin.runs.back().vertices += count;
        else
            skin.runs.push_back({count, influences});
    };
    if (mesh.has_bones == 1) {
        for (const std::string& name : mesh.bones) {
            const auto joint = find_joint(skeleton, name, skeleton.joints.size());
            skin.bones.push_back(
                joint ? Skin::Bone{static_cast<std::int32_t>(*joint), from_bind(rig.matrices[*joint])}
                      : Skin::Bone{});
        }
        for (std::size_t i = 0; i < mesh.weights.size() && vertices < mesh.positions.size();) {
            std::size_t end = i + 1;
            while (end < mesh.weights.size() && mesh.weights[end].starts_vertex != 1) ++end;
            run(static_cast<std::uint32_t>(end - i), 1);
            for (; i < end; ++i) skin.influences.push_back({mesh.weights[i].bone, mesh.weights[i].weight});
        }
    }
    if (vertices < mesh.positions.size())
        run(0, static_cast<std::uint32_t>(mesh.positions.size() - vertices));
    return skin;
}

bool PaletteJob::validate() const {
    return skin != nullptr && palette.size() >= skin->bones.size() &&
           std::all_of(skin->bones.begin(), skin->bones.end(), [&](const Skin::Bone& bone) {
               return bone.joint < 0 || static_cast<std::size_t>(bone.joint) < joints.size();
           });
}

bool PaletteJob::run() const {
    if (!validate()) return false;
    for (std::size_t i = 0; i < skin->bones.size(); ++i) {
        const Skin::Bone& bone = skin->bones[i];
        if (bone.joint < 0) {
            palette[i] = glm::mat4(1);
            continue;
        }
        const Columns m = load(joints[static_cast<std::size_t>(bone.joint)]);
        float* out = &palette[i][0][0];
        for (int c = 0; c < 4; ++c) {
            const glm::vec4& v = bone.from_bind[c];
            Float4 sum = m.c0 * v.x + m.c1 * v.y + m.c2 * v.z;
            if (c == 3) sum = sum + m.c3;
            store4(out + c * 4, sum);
        }
    }
    return true;
}

bool SkinJob::validate() const {
    if (skin == nullptr || palette.size() < skin->bones.size() || out_positions.size() < positions.size() ||
        (!normals.empty() && (normals.size() != positions.size() || out_normals.size() < normals.size())))
        return false;
    std::size_t vertices = 0, influences = 0;
    for (const Skin::Run& run : skin->runs) {
        vertices += run.vertices;
        influences += std::size_t{run.vertices} * run.influences;
    }
    return vertices == positions.size() && influences == skin->influences.size() &&
           std::all_of(skin->influences.begin(), skin->influences.end(),
                       [&](const Skin::Influence& each) { return each.bone < skin->bones.size(); });
}

bool SkinJob::run() const {
    if (!validate()) return false;
    std::size_t first = 0;
    const Skin::Influence* influences = skin->influences.data();
    for (const Skin::Run& run : skin->runs) {
        switch (run.influences) {
        case 0: copy_run(*this, first, run.vertices); break;
        case 1: skin_run<1>(*this, first, run.vertices, influences, 1); break;
        case 2: skin_run<2>(*this, first, run.vertices, influences, 2); break;
        case 3: skin_run<3>(*this, first, run.vertices, influences, 3); break;
        case 4: skin_run<4>(*this, first, run.vertices, influences, 4); break;
        default: skin_run<0>(*this, first, run.vertices, influences, run.influences);
        }
        influences += std::size_t{run.vertices} * run.influences;
        first += run.vertices;
    }
    return true;
}

} // namespace rekindle::emi
