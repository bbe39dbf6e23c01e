// What is read to play Flashback beside its data: input scripts, and saved games of Lantern, which are then
// played on. The first byte selects. A save is fuzzed without its compression and check sum.
#include "base/hash.h"
#include "base/zstd.h"
#include "flashback/moment.h"
#include "flashback/oracle/input_script.h"
#include "fuzz/fuzz.h"
#include "support/lantern.h"

using namespace rekindle;
using namespace rekindle::flashback;

namespace {

const Level& lantern() {
    static const Level level = test::lantern_level();
    return level;
}

void input_script(ByteView bytes) {
    const auto script = oracle::read_input_script(bytes, "fuzz");
    if (!script) return;
    const std::string text = oracle::write_input_script(*script);
    const auto again = oracle::read_input_script(as_bytes(text), "fuzz");
    test::must(again && again->lines == script->lines && again->length() == script->length());
}

void saved_game(ByteView bytes) {
    Writer out;
    out.bytes(bytes);
    const std::uint64_t sum = hash64(bytes);
    out.u32(static_cast<std::uint32_t>(sum), Endian::little);
    out.u32(static_cast<std::uint32_t>(sum >> 32), Endian::little);
    const Bytes packed = zstd_compress(out.view());
    (void)level_of_save(packed, "fuzz");
    auto moment = read_save(packed, "fuzz", lantern());
    if (!moment) return;
    Events events;
    for (int tick = 0; tick < 20; ++tick)
        if (step(moment->session.world, lantern(), static_cast<std::uint8_t>(tick * 37), events).end !=
            TickEnd::drawn)
            break;
}

void write_seeds(test::SeedWriter& writer) {
    writer.add("script", as_bytes("# c\n! level 5\n! seed 112\n! start 0 96 214\n7 65\n1 128 8 0 16\n"), 0);
    Moment moment;
    start_level(moment.session.world, lantern(), 1, StartKind::new_game, std::nullopt);
    const auto plain = zstd_decompress(write_save(moment, lantern()), "seed", 1 << 20);
    writer.add("save", ByteView(*plain).first(plain->size() - 8), 1);
}

} // namespace
RK_FUZZ_SEEDS(write_seeds)

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    (data[0] % 2 == 0 ? input_script : saved_game)(ByteView(data + 1, size - 1));
    return 0;
}
