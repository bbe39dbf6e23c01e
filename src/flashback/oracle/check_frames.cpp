#include "flashback/oracle/check_frames.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

namespace rekindle::flashback::oracle {

namespace {

constexpr std::size_t palette_bytes = 768;
constexpr std::uint16_t dialog_icon = 6; // of the recorded dialog pictures

// A number at the start of the text, taken off it.
template <typename T>
bool take_number(std::string_view& text, T& value) {
    const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (status != std::errc{}) return false;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return true;
}

bool take(std::string_view& text, std::string_view prefix) {
    if (!text.starts_with(prefix)) return false;
    text.remove_prefix(prefix.size());
    return true;
}

bool read_overlay(std::string_view text, FrameFile& file) {
    if (text.empty() || text == "_hud" || text == "_inventory_closed") return true;
    if (text == "_inventory_open") {
        file.what = FrameFile::What::first_inventory;
        return true;
    }
    if (text.starts_with("_inventory_")) {
        file.what = FrameFile::What::any_inventory;
        return true;
    }
    file.what = FrameFile::What::dialog;
    if (!take(text, "_dialog") || !take_number(text, file.dialog) || !take(text, "_seg") ||
        !take_number(text, file.segment) || file.segment == 0)
        return false;
    --file.segment;
    return text.empty();
}

// Where a picture first differs.
std::string difference(std::string_view name, ByteView expected, ByteView found) {
    const auto [e, f] = std::mismatch(expected.begin(), expected.end(), found.begin(), found.end());
    if (e == expected.end() || f == found.end())
        return fmt::format("{}: expected {} bytes, found {}", name, expected.size(), found.size());
    const auto at = static_cast<std::size_t>(e - expected.begin());
    std::size_t differing = 0;
    for (std::size_t i = at; i < expected.size(); ++i) differing += expected[i] != found[i];
    const std::string place = at < screen_pixels
                                  ? fmt::format("pixel ({}, {})", at % screen_width, at / screen_width)
                                  : fmt::format("palette entry {}", (at - screen_pixels) / 3);
    return fmt::format("{}: {} of {} bytes differ, first {}: expected {}, found {}", name, differing,
                       expected.size(), place, *e, *f);
}

// A recorded frame while its scenario runs.
struct Wanted {
    const RecordedFrame& frame;
    bool equal = false, seen = false;
    std::string text{}; // of the first candidate that differed

    void compare(const Pictures& pictures) {
        if (equal) return;
        Bytes found(pictures.pixels().begin(), pictures.pixels().end());
        const Bytes palette = pictures.palette();
        found.insert(found.end(), palette.begin(), palette.end());
        equal = found == frame.bytes;
        if (!equal && !seen) text = difference(frame.file.name, frame.bytes, found);
        seen = true;
    }
};

bool matches(FrameFile::What what, Painted painted, bool seen) {
    switch (what) {
    case FrameFile::What::tick: return painted == Painted::tick;
    case FrameFile::What::first_inventory: return painted == Painted::inventory && !seen;
    case FrameFile::What::any_inventory: return painted == Painted::inventory;
    case FrameFile::What::dialog: return false; // painted by the check
    }
    return false;
}

} // namespace

std::optional<FrameFile> frame_file(std::string_view name) {
    const std::size_t tick = name.find("_t");
    if (tick == std::string_view::npos) return std::nullopt;
    FrameFile file;
    file.name = std::string(name);
    file.scenario = std::string(name.substr(0, tick));
    std::string_view rest = name.substr(tick + 2);
    if (!take_number(rest, file.tick) || !read_overlay(rest, file)) return std::nullopt;
    return file;
}

Expected<std::vector<TableReport>> check_frames(const std::vector<RecordedFrame>& frames, ByteView input,
                                                std::string_view trace, Levels& levels, Pictures& pictures) {
    std::vector<TableReport> reports;
    if (frames.empty()) return reports;
    std::vector<Wanted> wanted;
    std::uint32_t last = 0;
    for (const RecordedFrame& frame : frames) {
        if (frame.bytes.size() != screen_pixels + palette_bytes)
            return tl::unexpected(Error{.kind = ErrorKind::bad_data,
                                        .file = frame.file.name,
                                        .offset = 0,
                                        .expected = fmt::format("{} bytes", screen_pixels + palette_bytes),
                                        .found = fmt::format("{}", frame.bytes.size()),
                                        .cure = {}});
        wanted.push_back({.frame = frame});
        last = std::max(last, frame.file.tick);
    }
    RK_TRY(RunSetup setup, setup_of_scenario(frames[0].file.scenario, input, trace, levels.data()));
    RK_TRY(Run run, Run::start(
                        std::move(setup), [&levels](int index) { return levels.get(index); }, &pictures));
    run.on_picture([&](Painted painted, const Pictures& shown) {
        for (Wanted& w : wanted)
            if (w.frame.file.tick == run.ticks() && matches(w.frame.file.what, painted, w.seen))
                w.compare(shown);
    });
    while (!run.over() && run.ticks() < last) {
        RK_CHECK(run.tick());
        for (Wanted& w : wanted) // the oracle painted its dialogs on a picture that shows none
            if (w.frame.file.tick == run.ticks() && w.frame.file.what == FrameFile::What::dialog &&
                w.frame.file.segment < dialog_segments(w.frame.file.dialog)) {
                pictures.paint_dialog(w.frame.file.dialog, w.frame.file.segment, dialog_icon);
                w.compare(pictures);
            }
    }
    for (const Wanted& w : wanted) {
        TableReport& report =
            reports.emplace_back(TableReport{.table = w.frame.file.name, .unit = "pictures", .cases = 1});
        if (!w.equal)
            report.differ([&w] {
                return w.seen ? w.text : fmt::format("{}: the run shows no such picture", w.frame.file.name);
            });
    }
    return reports;
}

} // namespace rekindle::flashback::oracle
