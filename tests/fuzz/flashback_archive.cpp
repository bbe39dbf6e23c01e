// Archives and recorded input: an archive that is read is written back to the same bytes.

#include <algorithm>

#include "flashback/data/archive.h"
#include "flashback/data/recording.h"
#include "fuzz/fuzz.h"

using namespace rekindle;
using namespace rekindle::flashback;

extern "C" int LLVMFuzzerTestOneInput(const Byte* data, std::size_t size) {
    const ByteView bytes(data, size);
    if (const auto recording = read_recording(bytes, "fuzz"))
        if (write_recording(*recording).size() != size) std::abort();
    const auto archive = read_archive(bytes, "fuzz");
    if (!archive) return 0;
    for (const ArchiveEntry& entry : archive->entries) (void)unpack_entry(entry, "fuzz");
    const auto again = write_archive(*archive, "fuzz");
    if (!again || !std::equal(again->begin(), again->end(), bytes.begin(), bytes.end())) std::abort();
    return 0;
}

// The real archive is too long to be a good seed: a short one with its first and shortest entries.
static void write_seeds(test::SeedWriter& out) {
    const auto bytes = read_file(test::flashback_demo() / "DEMO_UK.ABA");
    if (!bytes) return;
    auto archive = read_archive(*bytes, "DEMO_UK.ABA");
    if (!archive) return;
    std::erase_if(archive->entries, [](const ArchiveEntry& entry) { return entry.packed.size() > 60; });
    if (const auto small = write_archive(*archive, "x")) out.add("small", *small);
    archive->entries.resize(1);
    if (const auto one = write_archive(*archive, "x")) out.add("one", *one);
}
RK_FUZZ_SEEDS(write_seeds)
