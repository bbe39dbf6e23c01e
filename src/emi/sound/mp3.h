#pragma once
// MP3 through libmpg123: the music of the game (emi-formats §15.4). Whole pieces at once; a player that
// streams keeps an Mp3Stream.

#include <memory>
#include <optional>

#include "base/bytes.h"
#include "emi/data/pcm.h"

namespace rekindle::emi {

// Decodes piece by piece. The bytes must outlive the stream.
class Mp3Stream {
  public:
    static Expected<Mp3Stream> open(ByteView mp3, std::string_view file);
    std::uint32_t rate() const { return rate_; }
    std::uint16_t channels() const { return channels_; }
    // Up to `frames` more frames, interleaved; fewer or none at the end. Damaged frames are passed over.
    std::vector<std::int16_t> read(std::size_t frames);
    // The next read begins at this frame from the start.
    void seek(std::uint64_t frame);

  private:
    struct Handle;
    struct CloseHandle {
        void operator()(Handle* handle) const;
    };
    std::unique_ptr<Handle, CloseHandle> handle_;
    std::uint32_t rate_ = 0;
    std::uint16_t channels_ = 0;
};

Expected<Pcm> decode_mp3(ByteView mp3, std::string_view file);

} // namespace rekindle::emi
