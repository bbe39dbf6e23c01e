// rekindle compare: two pictures beside each other with a heat map of what differs, and the figures.

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/compare.h"
#include "base/files.h"
#include "cli/command.h"
#include "cli/labels.h"

namespace rekindle::cli {
namespace {

struct Options {
    std::string a, b, out;
    int tolerance = 0;
    double share = 0; // of pixels that may differ by more, in percent
    bool json = false;
};

Expected<RgbaPicture> read_picture(const std::string& file) {
    RK_TRY(const Bytes bytes, read_file(file));
    return decode_png(bytes, file);
}

// The two pictures and the heat map in a row, each under its name.
RgbaPicture side_by_side(const RgbaPicture& a, const RgbaPicture& b, const RgbaPicture& heat) {
    constexpr int head = 22, gap = 8;
    RgbaPicture sheet = plain_picture(3 * a.width + 2 * gap, a.height + head, {40, 40, 44});
    int x = 0;
    for (const auto& [picture, name] :
         {std::pair(&a, "A"), std::pair(&b, "B"), std::pair(&heat, "difference")}) {
        write_label(sheet, name, x + 4, 4, {230, 230, 230});
        paste(sheet, *picture, x, head);
        x += a.width + gap;
    }
    return sheet;
}

Expected<void> run_command(const Options& options) {
    RK_TRY(const RgbaPicture a, read_picture(options.a));
    RK_TRY(const RgbaPicture b, read_picture(options.b));
    RK_TRY(const PictureDifference difference, compare(a, b));
    if (!options.out.empty()) {
        RK_TRY(const Bytes png, encode_png(side_by_side(a, b, heat_map(difference))));
        RK_CHECK(write_file(options.out, png));
    }
    const std::size_t pixels = difference.pixels(), beyond = difference.beyond(options.tolerance);
    const double share = pixels == 0 ? 0 : 100 * static_cast<double>(beyond) / static_cast<double>(pixels);
    if (options.json) {
        nlohmann::ordered_json counts = nlohmann::ordered_json::object();
        for (std::size_t step = 0; step < difference.counts.size(); ++step)
            if (difference.counts[step] > 0) counts[std::to_string(step)] = difference.counts[step];
        print_json({{"width", difference.width},
                    {"height", difference.height},
                    {"equal", pixels - difference.beyond(0)},
                    {"greatest", difference.greatest()},
                    {"mean", difference.mean()},
                    {"tolerance", options.tolerance},
                    {"beyond", beyond},
                    {"beyond_percent", share},
                    {"pixels_by_difference", counts}});
    } else {
        print(fmt::format("{}x{} pixels, {} of {} equal\n", difference.width, difference.height,
                          pixels - difference.beyond(0), pixels));
        print(fmt::format("greatest difference {}, mean {:.4f}\n", difference.greatest(), difference.mean()));
        print(fmt::format("beyond {}: {} pixels, {:.4f} %\n", options.tolerance, beyond, share));
    }
    if (share <= options.share) return {};
    return tl::unexpected(
        Error{.kind = ErrorKind::difference,
              .file = options.b,
              .expected = fmt::format("what {} shows, within {}", options.a, options.tolerance),
              .found = fmt::format("{} pixels beyond it", beyond),
              .cure = {}});
}

} // namespace

void add_compare(CLI::App& app, Call& call) {
    auto options = std::make_shared<Options>();
    CLI::App& command = add_command(app, call, "compare", "How far two pictures are apart",
                                    "rekindle compare before.png after.png -o difference.png\n"
                                    "rekindle compare gl.png software.png --tolerance 2 --allow 0.1 --json",
                                    [options] { return run_command(*options); });
    command.add_option("A", options->a, "PNG file")->required();
    command.add_option("B", options->b, "PNG file of the same size")->required();
    command.add_option("-o,--output", options->out, "PNG with A, B and a heat map in a row");
    command.add_option("--tolerance", options->tolerance, "Steps of 255 that a channel may differ by")
        ->check(CLI::Range(0, 255));
    command.add_option("--allow", options->share, "Percentage of pixels that may differ by more")
        ->check(CLI::Range(0.0, 100.0));
    command.add_flag("--json", options->json, "Figures as JSON");
}

} // namespace rekindle::cli
