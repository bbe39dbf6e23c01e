// Saved script states: what is restored is saved again as the same bytes, and runs within the machine's bounds.
#include <cstdlib>

#include "emi/lua/console.h"
#include "emi/lua/machine.h"
#include "emi/lua/scripts.h"
#include "fuzz/fuzz.h"

namespace {

void write_seeds(rekindle::test::SeedWriter& out) {
    int number = 0;
    for (const std::string_view source : rekindle::lua::test::scripts) {
        rekindle::lua::test::Console console;
        rekindle::lua::Machine machine(console);
        (void)machine.run_text(source, "s.lua");
        machine.frame(30);
        if (const auto bytes = machine.save()) out.add("state" + std::to_string(number++), *bytes);
    }
}

} // namespace

RK_FUZZ_SEEDS(write_seeds)

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace rekindle::lua;
    test::Console console;
    Machine machine(console, test::fuzz_limits);
    if (!machine.restore({data, size}, "fuzz")) return 0;
    const auto saved = machine.save();
    Machine again(console, test::fuzz_limits);
    if (!saved || !again.restore(*saved, "saved") || *again.save() != *saved) std::abort();
    for (int frame = 0; frame < 3; ++frame) machine.frame(30);
    (void)machine.run_text("foreachvar(function(k, v) print(k, v) end) collectgarbage()", "fuzz");
    return 0;
}
