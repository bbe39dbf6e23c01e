#pragma once
// What every fuzz target shares. A target defines LLVMFuzzerTestOneInput and, where good seeds can be made
// from
// ../shared or by our own writers, RK_FUZZ_SEEDS(function): tools/fuzz calls the target once with
// REKINDLE_WRITE_SEEDS=folder before it fuzzes, so that no game data lies in the tree. Small seeds of our own
// may lie in tests/fuzz/corpus/NAME.

#include <cstdlib>
#include <filesystem>
#include <string>

#include "base/files.h"
#include "support/shared.h"

namespace rekindle::test {

// What must hold for every input; a finding if it does not.
inline void must(bool condition) {
    if (!condition) __builtin_trap();
}

// Collects seeds into the folder that tools/fuzz asked for.
class SeedWriter {
  public:
    explicit SeedWriter(std::filesystem::path folder) : folder_(std::move(folder)) {}
    // `selector` is put before the bytes where one target serves several readers (negative: nothing).
    void add(const std::string& name, ByteView bytes, int selector = -1) {
        Bytes seed;
        if (selector >= 0) seed.push_back(static_cast<Byte>(selector));
        seed.insert(seed.end(), bytes.begin(), bytes.end());
        (void)write_file(folder_ / name, ByteView(seed));
    }

  private:
    std::filesystem::path folder_;
};

} // namespace rekindle::test

#define RK_FUZZ_SEEDS(function)                                                                              \
    extern "C" int LLVMFuzzerInitialize(int*, char***) {                                                     \
        if (const char* folder = std::getenv("REKINDLE_WRITE_SEEDS")) {                                      \
            ::rekindle::test::SeedWriter seeds{folder};                                                      \
            function(seeds);                                                                                 \
        }                                                                                                    \
        return 0;                                                                                            \
    }
