#pragma once
// Movies (.m4b): a video, perhaps behind a head with its subtitles; the demo has them in a file beside it
// (.sub). The video itself isn't decoded here (emi-formats §16).

#include "emi/data/fields.h"

namespace rekindle::emi {

struct Subtitle {
    std::uint32_t first = 0, last = 0; // frames of the video
    std::string key;                   // of the string table
    bool operator==(const Subtitle&) const = default;
};

struct Movie {
    std::string head; // deciphered text between "SMUSH" and the video; empty: the file is the video
    Bytes video;      // begins with "BIK"
    bool operator==(const Movie&) const = default;
};

Expected<Movie> read_movie(ByteView bytes, std::string_view file);
Expected<Bytes> write_movie(const Movie& movie);

// Of a head: the lines between BEGINDATA and ENDOFDATA. `file` is for errors.
Expected<std::vector<Subtitle>> movie_subtitles(const Movie& movie, std::string_view file);
// With a head as long as the subtitles need. Refused: more than 0x2000 bytes of them.
Expected<Movie> make_movie(std::span<const Subtitle> subtitles, Bytes video);

Expected<std::vector<Subtitle>> read_subtitles(ByteView bytes, std::string_view file); // .sub: plain lines
Bytes write_subtitles(std::span<const Subtitle> subtitles);

} // namespace rekindle::emi
