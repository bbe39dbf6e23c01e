#include "host/headless.h"

#include <fmt/format.h>

#include "base/files.h"
#include "base/hash.h"
#include "host/sheet.h"

namespace rekindle::host {

namespace {

constexpr std::size_t most_on_sheet = 40;

std::vector<SheetItem> thinned(std::vector<SheetItem> items) {
    if (items.size() <= most_on_sheet) return items;
    std::vector<SheetItem> chosen;
    for (std::size_t i = 0; i < most_on_sheet; ++i)
        chosen.push_back(std::move(items[i * (items.size() - 1) / (most_on_sheet - 1)]));
    return chosen;
}

} // namespace

Expected<HeadlessReport> run_headless(Game& game, InputSource& source, const HeadlessOptions& options) {
    HeadlessReport report;
    std::vector<SheetItem> items;
    while (report.steps < options.steps && game.finished().empty()) {
        const HostInput input = source.next();
        if (options.record != nullptr) options.record->add(input);
        for (const Event& event : game.step(input))
            if (options.on_event) options.on_event(event);
        ++report.steps;
        const bool last = report.steps == options.steps || !game.finished().empty();
        if (options.folder.empty() || options.every == 0) continue;
        if (!last && report.steps % options.every != 0) continue;
        const std::filesystem::path path = options.folder / fmt::format("tick_{:06}.png", report.steps);
        RK_TRY(const Bytes png, encode_png(game.frame()));
        RK_CHECK(write_file(path, png));
        report.pictures.push_back(path);
        items.push_back({fmt::format("{}", report.steps), to_rgba(game.frame())});
        if (items.size() == 2 * most_on_sheet) items = thinned(std::move(items)); // memory stays bounded
    }
    const Frame frame = game.frame();
    report.last_picture = crc32(frame.indexed != nullptr ? frame.indexed->pixels : frame.rgba->pixels);
    report.finished = game.finished();
    if (!items.empty()) {
        report.sheet = options.folder / "sheet.png";
        RK_TRY(const Bytes png, encode_png(contact_sheet(thinned(std::move(items)))));
        RK_CHECK(write_file(report.sheet, png));
    }
    return report;
}

} // namespace rekindle::host
