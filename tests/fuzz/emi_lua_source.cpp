// Script source: what compiles passes the verifier, survives the way through a file and runs within the machine's
// bounds.
#include <cstdlib>

#include "emi/lua/bytecode.h"
#include "emi/lua/compile.h"
#include "emi/lua/console.h"
#include "emi/lua/scripts.h"
#include "fuzz/fuzz.h"

namespace {

void write_seeds(rekindle::test::SeedWriter& out) {
    int number = 0;
    for (const std::string_view source : rekindle::lua::test::scripts)
        out.add("script" + std::to_string(number++), rekindle::as_bytes(source));
}

} // namespace

RK_FUZZ_SEEDS(write_seeds)

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace rekindle::lua;
    const auto function = compile({reinterpret_cast<const char*>(data), size}, "fuzz");
    if (!function) return 0;
    const rekindle::Bytes bytes = write_chunks({Chunk{.main = *function}});
    if (!read_chunks(bytes, "fuzz")) std::abort();
    test::run_bounded(bytes);
    return 0;
}
