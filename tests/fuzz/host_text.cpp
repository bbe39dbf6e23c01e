// Texts a player writes: settings and input recordings. The first byte selects.
#include "fuzz/fuzz.h"
#include "host/input_source.h"
#include "host/settings.h"

namespace {
void write_seeds(rekindle::test::SeedWriter& writer) {
    using namespace rekindle::host;
    const SectionActions sections[] = {{"host", host_actions()}};
    writer.add("settings", rekindle::as_bytes(default_settings_text(sections)), 0);
    writer.add("recording", rekindle::as_bytes("40 -\n1 pause+!quit # x\n7 step\n"), 1);
}
} // namespace
RK_FUZZ_SEEDS(write_seeds)

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace rekindle::host;
    if (size == 0) return 0;
    const std::string_view text(reinterpret_cast<const char*>(data + 1), size - 1);
    if (data[0] % 2 == 0) {
        (void)parse_settings(text, "settings.toml");
    } else if (const auto recording = read_recording(text, "input", host_actions())) {
        const auto again =
            read_recording(write_recording(*recording, host_actions()), "input", host_actions());
        if (!again || again->steps() != recording->steps()) __builtin_trap();
    }
    return 0;
}
