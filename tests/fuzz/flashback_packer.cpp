// The packer: a stream gives bytes or an error; bytes survive packing.

#include <algorithm>

#include "flashback/data/archive.h"
#include "flashback/data/packer.h"
#include "fuzz/fuzz.h"

using namespace rekindle;
using namespace rekindle::flashback;

extern "C" int LLVMFuzzerTestOneInput(const Byte* data, std::size_t size) {
    if (size == 0) return 0;
    const ByteView bytes(data + 1, size - 1);
    if (data[0] % 2 == 0) {
        (void)unpack(bytes, UnpackedSize::up_to(72704), "fuzz");
        (void)unpack_stream(bytes, data[0] / 2,
                            bytes.size() - std::min<std::size_t>(bytes.size(), data[0] / 4),
                            UnpackedSize::up_to(72704), "fuzz");
    } else if (!bytes.empty()) {
        const auto again = unpack(pack(bytes), UnpackedSize::exactly(bytes.size()), "fuzz");
        if (!again || !std::equal(again->begin(), again->end(), bytes.begin(), bytes.end())) std::abort();
    }
    return 0;
}

static void write_seeds(test::SeedWriter& out) {
    const auto bytes = read_file(test::flashback_demo() / "DEMO_UK.ABA");
    if (!bytes) return;
    const auto archive = read_archive(*bytes, "DEMO_UK.ABA");
    if (!archive) return;
    for (const ArchiveEntry& entry : archive->entries)
        if (entry.packed.size() < 1000) {
            out.add(entry.name, entry.packed, 0);
            if (const auto contents = unpack_entry(entry, "x"))
                out.add(entry.name + ".unpacked", *contents, 1);
        }
}
RK_FUZZ_SEEDS(write_seeds)
