// The manifest that pack reads: an error, or a manifest that is written and read again the same.

#include "cli/manifest.h"
#include "fuzz/fuzz.h"

using namespace rekindle;
using namespace rekindle::cli;

extern "C" int LLVMFuzzerTestOneInput(const Byte* data, std::size_t size) {
    const auto manifest = read_manifest(ByteView(data, size), "fuzz");
    if (!manifest) return 0;
    const std::string text = write_manifest(*manifest);
    const auto again = read_manifest(as_bytes(text), "fuzz");
    if (!again || *again != *manifest) std::abort();
    for (const ManifestArchive& archive : manifest->archives)
        for (const ManifestEntry& entry : archive.entries)
            (void)archive_entry(entry, ByteView(data, size), Bytes(data, data + size), "fuzz");
    return 0;
}

static void write_seeds(test::SeedWriter& out) {
    const Manifest manifest{
        .archives =
            {{"A.ABA",
              {{.name = "X.BIN", .after_name = "g", .is_new = false, .size = 5, .crc32 = 1, .packed = true},
               {.name = "NEW", .after_name = {}, .is_new = true, .size = 0, .crc32 = 0, .packed = false}}}},
        .loose = {{.name = "L", .after_name = {}, .is_new = false, .size = 0, .crc32 = 0, .packed = false}}};
    out.add("manifest", as_bytes(write_manifest(manifest)));
}
RK_FUZZ_SEEDS(write_seeds)
