// Posing, skinning and lighting of one actor: 48 joints under four animations in four layers, 3000 vertices,
// up to 12 lights. Inputs are made here; figures are for one core.

#include <benchmark/benchmark.h>

#include <random>

#include "emi/stage/lighting.h"
#include "emi/stage/pose_jobs.h"
#include "emi/stage/skinning.h"

namespace {

using namespace rekindle;
using namespace rekindle::emi;

constexpr std::size_t vertices = 3000;

class Numbers {
  public:
    float between(float low, float high) {
        return low + (high - low) * static_cast<float>(random_() >> 8) / 16777216.0f;
    }
    Quat turn() {
        glm::quat q(1, between(-0.5f, 0.5f), between(-0.5f, 0.5f), between(-0.5f, 0.5f));
        q = glm::normalize(q);
        return {q.x, q.y, q.z, q.w};
    }
    Vec3 place() { return {between(-1, 1), between(-1, 1), between(-1, 1)}; }

  private:
    std::mt19937 random_{1};
};

Skeleton skeleton_with(std::size_t joints, Numbers& numbers) {
    Skeleton skeleton;
    for (std::size_t i = 0; i < joints; ++i) {
        Joint joint;
        joint.name.text = "joint" + std::to_string(i);
        if (i > 0) joint.parent.text = "joint" + std::to_string((i - 1) / 2);
        joint.translation = numbers.place();
        joint.rotation = numbers.turn();
        skeleton.joints.push_back(joint);
    }
    return skeleton;
}

// A rotation track for every joint and a translation track for the root, each with key times of its own.
Animation animation_in(std::uint32_t layer, const Skeleton& skeleton, Numbers& numbers) {
    Animation animation;
    animation.duration = 2;
    for (std::size_t i = 0; i <= skeleton.joints.size(); ++i) {
        AnimationTrack track;
        const bool rotation = i < skeleton.joints.size();
        track.joint = skeleton.joints[rotation ? i : 0].name.text;
        track.operation =
            static_cast<std::uint32_t>(rotation ? TrackOperation::rotate : TrackOperation::translate);
        track.priority = layer;
        for (float time = 0; time < 2; time += numbers.between(0.05f, 0.15f))
            track.keys.push_back({numbers.place(), numbers.turn(), time});
        animation.tracks.push_back(std::move(track));
    }
    return animation;
}

// A skeleton with clips in layers 0, 1, 2 … of weight 0.7 each, and everything that posing writes to.
struct Actor {
    struct Part {
        Clip clip;
        ClipCursor cursor;
        std::vector<Quat4> rotations;
        std::vector<Vec3x4> translations;
    };
    Numbers numbers;
    Skeleton skeleton;
    Rig rig;
    std::vector<Part> parts;
    std::vector<BlendInput> inputs;
    std::vector<Quat4> rotations;
    std::vector<Vec3x4> translations;
    std::vector<glm::mat4> matrices;
    float time = 0;

    Actor(std::size_t joints, std::uint32_t clips)
        : skeleton(skeleton_with(joints, numbers)), rig(make_rig(skeleton)), rotations(rig.blocks()),
          translations(rig.blocks()), matrices(rig.joints()) {
        for (std::uint32_t i = 0; i < clips; ++i) {
            Part part{make_clip(animation_in(i, skeleton, numbers), skeleton, rig), {}, {}, {}};
            part.cursor = cursor_for(part.clip);
            part.rotations.resize(part.clip.rotations.blocks.size());
            part.translations.resize(part.clip.translations.blocks.size());
            parts.push_back(std::move(part));
        }
        for (const Part& part : parts)
            inputs.push_back({&part.clip, part.rotations, part.translations, 0.7f});
    }

    void sample() {
        time = time > 1990 ? 0 : time + 16;
        for (Part& part : parts)
            SampleJob{.clip = &part.clip,
                      .time = time,
                      .cursor = &part.cursor,
                      .rotations = part.rotations,
                      .translations = part.translations}
                .run();
    }
    void blend() {
        BlendJob{.rig = &rig, .inputs = inputs, .rotations = rotations, .translations = translations}.run();
    }
    void find_matrices() {
        MatrixJob{.rig = &rig, .rotations = rotations, .translations = translations, .matrices = matrices}
            .run();
    }
};

struct Model {
    Mesh mesh;
    Skin skin;
    std::vector<glm::mat4> palette;
    std::vector<Vec3> positions, normals, shading;

    Model(Actor& actor, std::uint32_t influences)
        : positions(vertices), normals(vertices), shading(vertices) {
        Numbers numbers;
        mesh.has_bones = 1;
        for (const Joint& joint : actor.skeleton.joints) mesh.bones.push_back(joint.name.text);
        for (std::size_t v = 0; v < vertices; ++v) {
            mesh.positions.push_back(numbers.place());
            mesh.normals.push_back(numbers.place());
            const auto near = static_cast<float>(v * actor.rig.joints() / vertices);
            for (std::uint32_t i = 0; i < influences; ++i) {
                const float bone = near + numbers.between(0, 6);
                mesh.weights.push_back(
                    {i == 0 ? 1u : 0u,
                     static_cast<std::uint32_t>(bone) % static_cast<std::uint32_t>(actor.rig.joints()),
                     1.0f / static_cast<float>(influences)});
            }
        }
        skin = make_skin(mesh, actor.skeleton, actor.rig);
        palette.resize(skin.bones.size());
    }

    void move(const Actor& actor) {
        PaletteJob{.skin = &skin, .joints = actor.matrices, .palette = palette}.run();
        SkinJob{.skin = &skin,
                .palette = palette,
                .positions = mesh.positions,
                .normals = mesh.normals,
                .out_positions = positions,
                .out_normals = normals}
            .run();
    }
    void shade(std::span<const Light> lights) {
        ShadeJob{.lights = lights, .positions = positions, .normals = normals, .shading = shading}.run();
    }
};

// Half point lights, a quarter spots, a quarter directional, the first ambient.
std::vector<Light> some_lights(std::size_t count) {
    Numbers numbers;
    std::vector<Light> lights;
    for (std::size_t i = 0; i < count; ++i) {
        SetLight light;
        light.type = static_cast<std::int32_t>(i % 4 == 1   ? LightType::spot
                                               : i % 4 == 3 ? LightType::direct
                                                            : LightType::omni);
        if (i == 4) light.type = static_cast<std::int32_t>(LightType::ambient);
        light.position = numbers.place();
        light.rotation = numbers.turn();
        light.color = {200, 150, 100};
        light.intensity = 0.3f;
        light.falloff_near = 1;
        light.falloff_far = 6;
        light.umbra = 0.6f;
        light.penumbra = 1.2f;
        lights.push_back(light_of(light).value_or(Light{}));
    }
    return lights;
}

void pose_48_joints(benchmark::State& state) {
    Actor actor(48, static_cast<std::uint32_t>(state.range(0)));
    for (auto _ : state) {
        actor.sample();
        actor.blend();
        actor.find_matrices();
        benchmark::DoNotOptimize(actor.matrices.data());
        benchmark::ClobberMemory();
    }
}
BENCHMARK(pose_48_joints)->ArgName("layers")->Arg(1)->Arg(4);

void sample_only(benchmark::State& state) {
    Actor actor(48, 4);
    for (auto _ : state) {
        actor.sample();
        benchmark::ClobberMemory();
    }
}
BENCHMARK(sample_only);
void blend_only(benchmark::State& state) {
    Actor actor(48, 4);
    actor.sample();
    for (auto _ : state) {
        actor.blend();
        benchmark::ClobberMemory();
    }
}
BENCHMARK(blend_only);
void matrices_only(benchmark::State& state) {
    Actor actor(48, 4);
    actor.sample();
    actor.blend();
    for (auto _ : state) {
        actor.find_matrices();
        benchmark::ClobberMemory();
    }
}
BENCHMARK(matrices_only);

void skin_vertices(benchmark::State& state) {
    Actor actor(48, 4);
    actor.sample();
    actor.blend();
    actor.find_matrices();
    Model model(actor, static_cast<std::uint32_t>(state.range(0)));
    for (auto _ : state) {
        model.move(actor);
        benchmark::ClobberMemory();
    }
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(vertices));
}
BENCHMARK(skin_vertices)->ArgName("influences")->DenseRange(1, 4);

void light_vertices(benchmark::State& state) {
    Actor actor(48, 1);
    Model model(actor, 1);
    model.positions = model.mesh.positions;
    model.normals = model.mesh.normals;
    const std::vector<Light> lights = some_lights(static_cast<std::size_t>(state.range(0)));
    for (auto _ : state) {
        model.shade(lights);
        benchmark::ClobberMemory();
    }
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(vertices));
}
BENCHMARK(light_vertices)->ArgName("lights")->Arg(1)->Arg(4)->Arg(12);

// 60 joints, four animations, 3000 vertices with three influences, four lights.
void whole_character(benchmark::State& state) {
    Actor actor(60, 4);
    Model model(actor, 3);
    const std::vector<Light> lights = some_lights(4);
    for (auto _ : state) {
        actor.sample();
        actor.blend();
        actor.find_matrices();
        model.move(actor);
        model.shade(lights);
        benchmark::ClobberMemory();
    }
}
BENCHMARK(whole_character);

} // namespace

BENCHMARK_MAIN();
