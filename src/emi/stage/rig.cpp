#include "emi/stage/rig.h"

#include "emi/stage/pose_jobs.h"

namespace rekindle::emi {

glm::quat lane(const Quat4& block, std::size_t i) { return {block.w[i], block.x[i], block.y[i], block.z[i]}; }
glm::vec3 lane(const Vec3x4& block, std::size_t i) { return {block.x[i], block.y[i], block.z[i]}; }

void set_lane(Quat4& block, std::size_t i, glm::quat value) {
    block.x[i] = value.x;
    block.y[i] = value.y;
    block.z[i] = value.z;
    block.w[i] = value.w;
}
void set_lane(Vec3x4& block, std::size_t i, glm::vec3 value) {
    block.x[i] = value.x;
    block.y[i] = value.y;
    block.z[i] = value.z;
}

Rig make_rig(const Skeleton& skeleton) {
    Rig rig;
    rig.parents = joint_parents(skeleton);
    const std::size_t joints = skeleton.joints.size();
    const Float4 zero = all4(0), one = all4(1);
    rig.rotations.assign((joints + 3) / 4, {zero, zero, zero, one});
    rig.translations.assign((joints + 3) / 4, {zero, zero, zero});
    for (std::size_t i = 0; i < joints; ++i) {
        const Vec3& t = skeleton.joints[i].translation;
        const Quat& q = skeleton.joints[i].rotation;
        set_lane(rig.translations[i / 4], i % 4, {t.x, t.y, t.z});
        set_lane(rig.rotations[i / 4], i % 4, {q.w, q.x, q.y, q.z});
    }
    rig.matrices.resize(joints);
    MatrixJob{
        .rig = &rig, .rotations = rig.rotations, .translations = rig.translations, .matrices = rig.matrices}
        .run();
    return rig;
}

} // namespace rekindle::emi
