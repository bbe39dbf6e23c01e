// Compiled scripts: what the verifier accepts is written back unchanged and runs within the machine's bounds.
#include <cstdlib>

#include "emi/lua/bytecode.h"
#include "emi/lua/compile.h"
#include "emi/lua/console.h"
#include "emi/lua/samples.h"
#include "emi/lua/scripts.h"
#include "fuzz/fuzz.h"

namespace rekindle::lua {
namespace {

void seeds(rekindle::test::SeedWriter& out) {
    out.add("pi", test::pi_bytes());
    out.add("system", test::system_bytes());
    int number = 0;
    for (const std::string_view source : test::scripts)
        if (const auto function = compile(source, "s.lua"))
            out.add("script" + std::to_string(number++), write_chunks({Chunk{.main = *function}}));
}

} // namespace
} // namespace rekindle::lua

RK_FUZZ_SEEDS(rekindle::lua::seeds)

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace rekindle::lua;
    const rekindle::ByteView bytes(data, size);
    const auto chunks = read_chunks(bytes, "fuzz");
    if (!chunks) return 0;
    if (const rekindle::Bytes again = write_chunks(*chunks); !std::equal(again.begin(), again.end(), data, data + size)) std::abort();
    test::run_bounded(bytes);
    return 0;
}
