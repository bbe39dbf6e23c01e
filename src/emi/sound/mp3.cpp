#include "emi/sound/mp3.h"

#include <cstdio>

#include <mpg123.h>

namespace rekindle::emi {
namespace {

// Reads and seeks for the decoder, in memory.
ssize_t take(void* source, void* target, std::size_t size) {
    auto* in = static_cast<Reader*>(source);
    const ByteView bytes = in->bytes(std::min(size, in->remaining()));
    std::copy(bytes.begin(), bytes.end(), static_cast<Byte*>(target));
    return static_cast<ssize_t>(bytes.size());
}

off_t move(void* source, off_t offset, int from) {
    auto* in = static_cast<Reader*>(source);
    const std::size_t base = from == SEEK_SET ? 0 : from == SEEK_CUR ? in->offset() : in->size();
    const off_t target = static_cast<off_t>(base) + offset;
    if (target < 0 || static_cast<std::size_t>(target) > in->size()) return -1;
    in->seek(static_cast<std::size_t>(target));
    return target;
}

} // namespace

struct Mp3Stream::Handle {
    Handle(ByteView bytes, std::string_view file) : in(bytes, file) {}
    ~Handle() { mpg123_delete(decoder); }
    Handle(const Handle&) = delete;
    Handle& operator=(const Handle&) = delete;
    Reader in;
    // The portable decoder: the others give other bits on other processors.
    mpg123_handle* decoder = mpg123_new("generic", nullptr);
};

void Mp3Stream::CloseHandle::operator()(Handle* handle) const { delete handle; }

Expected<Mp3Stream> Mp3Stream::open(ByteView mp3, std::string_view file) {
    Mp3Stream stream;
    stream.handle_.reset(new Handle(mp3, file));
    mpg123_handle* decoder = stream.handle_->decoder;
    const auto refuse = [&](std::string found) {
        return tl::unexpected(Error{.kind = ErrorKind::bad_data,
                                    .file = std::string(file),
                                    .expected = "MP3 frames",
                                    .found = std::move(found),
                                    .cure = {}});
    };
    if (decoder == nullptr) return refuse("no decoder");
    mpg123_param(decoder, MPG123_ADD_FLAGS, MPG123_QUIET, 0);
    mpg123_format_none(decoder);
    const long* rates = nullptr;
    std::size_t count = 0;
    mpg123_rates(&rates, &count);
    for (std::size_t i = 0; i < count; ++i)
        mpg123_format(decoder, rates[i], MPG123_MONO | MPG123_STEREO, MPG123_ENC_SIGNED_16);
    long rate = 0;
    int channels = 0, encoding = 0;
    if (mpg123_replace_reader_handle(decoder, take, move, nullptr) != MPG123_OK ||
        mpg123_open_handle(decoder, &stream.handle_->in) != MPG123_OK ||
        mpg123_getformat(decoder, &rate, &channels, &encoding) != MPG123_OK || rate <= 0 || channels <= 0)
        return refuse(mpg123_strerror(decoder));
    stream.rate_ = static_cast<std::uint32_t>(rate);
    stream.channels_ = static_cast<std::uint16_t>(channels);
    return stream;
}

std::vector<std::int16_t> Mp3Stream::read(std::size_t frames) {
    std::vector<std::int16_t> samples(frames * channels_);
    std::size_t made = 0;
    // A change of format ends the music: the game's pieces have one.
    for (int status = MPG123_OK; status == MPG123_OK && made < samples.size();) {
        std::size_t bytes = 0;
        status = mpg123_read(handle_->decoder, reinterpret_cast<unsigned char*>(samples.data() + made),
                             2 * (samples.size() - made), &bytes);
        made += bytes / 2;
    }
    samples.resize(made);
    return samples;
}

void Mp3Stream::seek(std::uint64_t frame) {
    mpg123_seek(handle_->decoder, static_cast<off_t>(frame), SEEK_SET);
}

Expected<Pcm> decode_mp3(ByteView mp3, std::string_view file) {
    RK_TRY(Mp3Stream stream, Mp3Stream::open(mp3, file));
    Pcm pcm{stream.rate(), stream.channels(), {}};
    constexpr std::size_t step = 1 << 14;
    for (auto part = stream.read(step); !part.empty(); part = stream.read(step))
        pcm.samples.insert(pcm.samples.end(), part.begin(), part.end());
    return pcm;
}

} // namespace rekindle::emi
