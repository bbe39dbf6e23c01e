#include "emi/data/movie.h"

#include <charconv>
#include <optional>

#include <fmt/format.h>

namespace rekindle::emi {
namespace {

constexpr std::string_view wrapped = "SMUSH", video_mark = "BIK";
constexpr std::string_view begin_line = "BEGINDATA", end_line = "ENDOFDATA";
constexpr Byte key = 0xD2;
constexpr std::size_t largest_head = 0x2000;

std::string ciphered(std::string_view text) {
    std::string result(text);
    for (char& c : result) c = static_cast<char>(static_cast<Byte>(c) ^ key);
    return result;
}

std::string_view as_text(ByteView bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// Takes one line off, without its line end.
std::string_view take_line(std::string_view& text) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    return line;
}

bool take_number(std::string_view& text, std::uint32_t& number) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{}) return false;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return true;
}

bool take_tab(std::string_view& text) {
    if (!text.starts_with('\t')) return false;
    text.remove_prefix(1);
    return true;
}

Expected<Subtitle> subtitle_of(std::string_view line, std::string_view file, int number) {
    Subtitle subtitle;
    std::string_view rest = line;
    if (take_number(rest, subtitle.first) && take_tab(rest) && take_number(rest, subtitle.last) &&
        take_tab(rest) && !rest.empty()) {
        subtitle.key = rest;
        return subtitle;
    }
    return tl::unexpected(Error{.kind = ErrorKind::bad_data,
                                .file = std::string(file),
                                .offset = 0,
                                .expected = "first frame, last frame and key with TABs between",
                                .found = fmt::format("\"{}\"", line.substr(0, 40)),
                                .cure = {},
                                .text_line = number});
}

std::string lines_of(std::span<const Subtitle> subtitles) {
    std::string text;
    for (const Subtitle& s : subtitles) text += fmt::format("{}\t{}\t{}\r\n", s.first, s.last, s.key);
    return text;
}

// Where the video begins, as the head's first line says.
std::optional<std::size_t> video_at(std::string_view head) {
    std::string_view line = take_line(head);
    std::uint32_t position = 0;
    if (!take_number(line, position) || line.find_first_not_of(" \t") != std::string_view::npos)
        return std::nullopt;
    return position;
}

} // namespace

Expected<Movie> read_movie(ByteView bytes, std::string_view file) {
    Reader in(bytes, file);
    Movie movie;
    std::size_t start = 0;
    if (as_text(bytes).starts_with(wrapped)) {
        const std::string text =
            ciphered(as_text(bytes.first(std::min(bytes.size(), largest_head))).substr(wrapped.size()));
        start = video_at(text).value_or(0);
        if (!in.expect_at(start > wrapped.size() && start < largest_head && start <= bytes.size(),
                          wrapped.size(), "the position of the video, below 0x2000 and within the file",
                          start))
            return in.unexpected();
        movie.head = text.substr(0, start - wrapped.size());
    }
    in.seek(start);
    if (in.text(3) != video_mark) in.fail_at(start, "a video that begins with \"BIK\"", "something else");
    if (!in.ok()) return in.unexpected();
    const ByteView video = bytes.subspan(start);
    movie.video.assign(video.begin(), video.end());
    return movie;
}

Expected<Bytes> write_movie(const Movie& movie) {
    Writer out;
    if (!movie.head.empty()) {
        const std::size_t start = wrapped.size() + movie.head.size();
        if (video_at(movie.head) != start)
            return tl::unexpected(Error{.kind = ErrorKind::bad_data,
                                        .file = "movie",
                                        .expected = fmt::format("{} in the head's first line", start),
                                        .found = fmt::format("{}", video_at(movie.head).value_or(0)),
                                        .cure = {}});
        out.text(wrapped);
        out.text(ciphered(movie.head));
    }
    out.bytes(movie.video);
    return out.take();
}

Expected<std::vector<Subtitle>> movie_subtitles(const Movie& movie, std::string_view file) {
    std::vector<Subtitle> subtitles;
    std::string_view rest = movie.head;
    bool inside = false;
    for (int number = 1; !rest.empty(); ++number) {
        const std::string_view line = take_line(rest);
        if (line == end_line) break;
        if (inside && !line.empty()) {
            RK_TRY(Subtitle subtitle, subtitle_of(line, file, number));
            subtitles.push_back(std::move(subtitle));
        }
        inside = inside || line == begin_line;
    }
    return subtitles;
}

Expected<Movie> make_movie(std::span<const Subtitle> subtitles, Bytes video) {
    Movie movie{{}, std::move(video)};
    const std::string lines = fmt::format("{}\r\n{}{}\r\n", begin_line, lines_of(subtitles), end_line);
    // The position is as long as four digits, so that it doesn't move itself.
    const std::size_t start = wrapped.size() + 6 + lines.size();
    if (start >= largest_head)
        return tl::unexpected(Error{.kind = ErrorKind::bad_data,
                                    .file = "movie",
                                    .expected = "less than 0x2000 bytes of subtitles",
                                    .found = fmt::format("{}", start),
                                    .cure = {}});
    movie.head = fmt::format("{:04}\r\n{}", start, lines);
    return movie;
}

Expected<std::vector<Subtitle>> read_subtitles(ByteView bytes, std::string_view file) {
    std::vector<Subtitle> subtitles;
    std::string_view rest = as_text(bytes);
    for (int number = 1; !rest.empty(); ++number) {
        const std::string_view line = take_line(rest);
        if (line.empty()) continue;
        RK_TRY(Subtitle subtitle, subtitle_of(line, file, number));
        subtitles.push_back(std::move(subtitle));
    }
    return subtitles;
}

Bytes write_subtitles(std::span<const Subtitle> subtitles) {
    const std::string text = lines_of(subtitles);
    return {text.begin(), text.end()};
}

} // namespace rekindle::emi
