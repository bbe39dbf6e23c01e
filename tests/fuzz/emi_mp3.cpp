// Music frames through libmpg123: whole, and piece by piece with a seek that the first bytes choose.
#include "emi/sound/mp3.h"
#include "fuzz/fuzz.h"

using namespace rekindle;
using namespace rekindle::emi;

namespace {
void write_seeds(test::SeedWriter& writer) {
    Bytes silence{2, 1};
    for (int frame = 0; frame < 3; ++frame) { // MPEG-1 layer III, 128 kbit/s, 44100 Hz, stereo: 417 bytes
        silence.insert(silence.end(), {0xFF, 0xFB, 0x90, 0x00});
        silence.resize(silence.size() + 413);
    }
    writer.add("silence", silence);
}
} // namespace
RK_FUZZ_SEEDS(write_seeds)

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 2) return 0;
    const std::uint64_t place = data[0] * 256u + data[1];
    const ByteView mp3(data + 2, size - 2);
    auto stream = Mp3Stream::open(mp3, "fuzz");
    if (!stream) return 0;
    (void)stream->read(100);
    stream->seek(place);
    for (int part = 0; part < 64; ++part) {
        const auto samples = stream->read(1000);
        test::must(samples.size() <= 1000u * stream->channels());
        if (samples.empty()) break;
    }
    return 0;
}
