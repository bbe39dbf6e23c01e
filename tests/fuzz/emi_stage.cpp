// Saved stages: what is restored must be saved as the same bytes, and survive frames in which scripts do
// anything.

#include "fuzz/fuzz.h"
#include "support/emi_scene.h"

using namespace rekindle;
using namespace rekindle::emi;

namespace {

void write_seeds(rekindle::test::SeedWriter& writer) {
    for (const std::uint64_t seed : {3u, 5u, 9u}) {
        emi::test::Play play;
        emi::test::begin(play);
        emi::test::Random random{seed * 0x9E3779B97F4A7C15u};
        for (int i = 0; i < 30; ++i) emi::test::frame(play, random);
        writer.add("stage" + std::to_string(seed), save_stage(play.stage, play.cast));
    }
}

} // namespace

RK_FUZZ_SEEDS(write_seeds)

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    emi::test::Play play;
    emi::test::furnish(play);
    auto stage = restore_stage({data, size}, "fuzz", play.cast);
    if (!stage) return 0;
    play.stage = std::move(*stage);
    rekindle::test::must(save_stage(play.stage, play.cast) == Bytes(data, data + size));
    emi::test::Random random{size * 0x9E3779B97F4A7C15u + 1};
    for (int i = 0; i < 8; ++i) emi::test::frame(play, random);
    return 0;
}
