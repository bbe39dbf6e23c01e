#include "flashback/data/recording.h"

#include "base/files.h"

namespace rekindle::flashback {
namespace {
constexpr std::size_t most_samples = 65536;
}

Expected<Recording> read_recording(ByteView bytes, std::string_view file) {
    Reader in(bytes, file);
    in.expect_at(!bytes.empty() && bytes.size() <= most_samples, 0, "a recording of 1 to 65536 bytes",
                 bytes.size());
    if (!in.ok()) return in.unexpected();
    return Recording{Bytes(bytes.begin(), bytes.end())};
}

Bytes write_recording(const Recording& recording) { return recording.samples; }

const std::array<DemoStart, 3>& demo_starts() {
    static constexpr std::array<DemoStart, 3> table{{
        {.file = "DEMO1.BIN", .level = 0, .room = 0x33, .x = 0x60, .y = 0x46, .first_sample = 0},
        {.file = "DEMO51.BIN", .level = 5, .room = 0x00, .x = 0x60, .y = 0xD6, .first_sample = 0},
        {.file = "DEMO3.BIN", .level = 2, .room = std::nullopt, .x = 0, .y = 0, .first_sample = 1},
    }};
    return table;
}

const DemoStart* find_demo(std::string_view name) {
    for (const DemoStart& demo : demo_starts())
        if (same_name(name, demo.file) || same_name(name, demo.file.substr(0, demo.file.size() - 4)))
            return &demo;
    return nullptr;
}

} // namespace rekindle::flashback
