#include "emi/data/music.h"

#include <fmt/format.h>

#include "emi/data/text_lines.h"
#include "emi/data/wave_head.h"

namespace rekindle::emi {
namespace {

constexpr std::uint32_t last_state = 125;

tl::unexpected<Error> refuse(std::string_view file, const TextLine& line, std::string expected) {
    return tl::unexpected(Error{.kind = ErrorKind::bad_data,
                                .file = std::string(file),
                                .offset = line.offset,
                                .expected = std::move(expected),
                                .found = line.text.substr(0, 80),
                                .cure = {}});
}

std::optional<std::uint32_t> number(std::string_view text) {
    std::uint64_t value = 0;
    if (text.empty() || text.size() > 10) return std::nullopt;
    for (const char c : text) {
        if (c < '0' || c > '9') return std::nullopt;
        value = 10 * value + static_cast<std::uint64_t>(c - '0');
    }
    if (value > 0xFFFFFFFF) return std::nullopt;
    return static_cast<std::uint32_t>(value);
}

// The number behind a key word.
std::optional<std::uint32_t> value_of(const std::vector<std::string>& fields, std::string_view key) {
    for (std::size_t i = 0; i + 1 < fields.size(); ++i)
        if (fields[i] == key) return number(fields[i + 1]);
    return std::nullopt;
}

std::optional<std::string> quoted(std::string_view line) {
    const std::size_t open = line.find('"');
    if (open == std::string_view::npos) return std::nullopt;
    const std::size_t close = line.find('"', open + 1);
    if (close == std::string_view::npos) return std::nullopt;
    return std::string(line.substr(open + 1, close - open - 1));
}

std::optional<MusicState> cue_button(std::string_view line) {
    const std::string_view plain = line.substr(0, line.find('"'));
    const auto fields = text_fields(plain);
    MusicState state;
    const auto id = value_of(fields, "id"), x = value_of(fields, "x"), y = value_of(fields, "y"),
               sync = value_of(fields, "sync");
    if (!id || *id > last_state || !x || !y || !sync) return std::nullopt;
    state.id = *id;
    state.x = *x;
    state.y = *y;
    state.sync = *sync;
    state.name = quoted(line).value_or("");
    for (std::size_t i = 0; i + 1 < fields.size(); ++i)
        if (fields[i] == "type") state.type = fields[i + 1];
    return state;
}

template <typename T, typename Read>
Bytes unchanged_or(const T& value, Read read, std::string text) {
    const auto before = read(as_bytes(value.source), "");
    if (before && *before == value && !value.source.empty()) text = value.source;
    return {text.begin(), text.end()};
}

} // namespace

Expected<Music> read_music(ByteView bytes, std::string_view file) {
    Reader in(bytes, file);
    Music music;
    if (in.text(4) != "RIFF") in.fail_at(0, "\"RIFF\"", "something else");
    in.seek(0);
    const ByteView head = in.bytes(wave_head_size);
    music.head.assign(head.begin(), head.end());
    const ByteView mp3 = in.bytes(in.remaining());
    music.mp3.assign(mp3.begin(), mp3.end());
    if (!in.ok()) return in.unexpected();
    return music;
}

Bytes write_music(const Music& music) {
    Bytes bytes = music.head;
    bytes.insert(bytes.end(), music.mp3.begin(), music.mp3.end());
    return bytes;
}

Expected<MusicCue> read_music_cue(ByteView bytes, std::string_view file) {
    MusicCue cue;
    cue.source.assign(bytes.begin(), bytes.end());
    for (const TextLine& line : clean_lines(cue.source)) {
        const auto fields = text_fields(line.text);
        if (fields.empty()) continue;
        if (fields[0] == ".start") {
            const auto start = fields.size() == 2 ? number(fields[1]) : std::nullopt;
            if (!start) return refuse(file, line, ".start <ms>");
            cue.start = *start;
        } else if (fields[0] == ".jump") {
            const auto end = fields.size() == 3 ? number(fields[1]) : std::nullopt;
            const auto start = fields.size() == 3 ? number(fields[2]) : std::nullopt;
            if (!end || !start) return refuse(file, line, ".jump <loop end ms> <loop start ms>");
            cue.jump = MusicCue::Jump{*end, *start};
        }
    }
    return cue;
}

Bytes write_music_cue(const MusicCue& cue) {
    std::string text = fmt::format(".start {}\r\n", cue.start);
    if (cue.jump) text += fmt::format(".jump {} {}\r\n", cue.jump->end, cue.jump->start);
    return unchanged_or(cue, read_music_cue, std::move(text));
}

Expected<MusicTable> read_music_table(ByteView bytes, std::string_view file) {
    MusicTable table;
    table.source.assign(bytes.begin(), bytes.end());
    bool button_open = false;
    for (const TextLine& line : clean_lines(table.source)) {
        const std::string first = first_field(line.text);
        if (first == ".cuebutton") {
            auto state = cue_button(line.text);
            if (!state) return refuse(file, line, ".cuebutton id <0..125> x <n> y <n> sync <n> …");
            table.states.push_back(*std::move(state));
            button_open = true;
        } else if (first == ".playfile") {
            auto name = quoted(line.text);
            if (!name || !button_open)
                return refuse(file, line, ".playfile trim <n> \"<file>\" behind its .cuebutton");
            if (name->size() > 1 && (*name)[1] == '\\') (*name)[1] = '/';
            table.states.back().file = *std::move(name);
            table.states.back().trim =
                value_of(text_fields(std::string_view(line.text).substr(0, line.text.find('"'))), "trim")
                    .value_or(0);
            button_open = false;
        }
    }
    return table;
}

Bytes write_music_table(const MusicTable& table) {
    std::string text;
    for (const MusicState& state : table.states) {
        text += fmt::format(".cuebutton id {} x {} y {} sync {}", state.id, state.x, state.y, state.sync);
        if (!state.type.empty()) text += " type " + state.type;
        if (!state.name.empty()) text += fmt::format(" \"{}\"", state.name);
        text += "\r\n";
        if (!state.file.empty()) text += fmt::format(".playfile trim {} \"{}\"\r\n", state.trim, state.file);
        text += "*/\r\n";
    }
    return unchanged_or(table, read_music_table, std::move(text));
}

} // namespace rekindle::emi
