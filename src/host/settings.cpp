#include "host/settings.h"

#include <array>
#include <sstream>

#include <fmt/format.h>
// toml++ 3.3 asserts that "[" is followed by a key before it reports that it isn't.
#define TOML_ASSERT(expression) static_assert(true)
#include <toml++/toml.h>

#include "base/files.h"

namespace rekindle::host {

namespace {

const std::array<Action, 7> host_table{{
    {"pause", "Pause", {"Pause", "P"}, {"back"}},
    {"step", "One step, then pause", {"F7"}, {}},
    {"fast_forward", "Fast forward while held", {"F4"}, {"righttrigger+"}},
    {"fullscreen", "Full screen", {"F11", "Alt+Return"}, {}},
    {"aspect", "Whole-number scale or 4:3", {"F10"}, {}},
    {"screenshot", "Screenshot", {"F12"}, {}},
    {"quit", "Quit", {"Ctrl+Q"}, {}},
}};

// Walks the file once; the first mistake sticks.
class Walk {
  public:
    Walk(Settings& settings) : settings_(settings) {}

    void root(const toml::table& table) {
        for (const auto& [key, node] : table) {
            const toml::table* below = node.as_table();
            if (below == nullptr)
                refuse(node, "a table: [video], [play], [host.keys] …", fmt::format("'{}'", key.str()));
            else if (key == "video")
                video(*below);
            else if (key == "play")
                play(*below);
            else
                section(key.str(), *below);
        }
    }
    std::optional<Error> error;

  private:
    void refuse(const toml::node& node, std::string expected, std::string found) {
        if (error) return;
        error = Error{.kind = ErrorKind::usage,
                      .file = fmt::format("{}:{}", settings_.file, node.source().begin.line),
                      .offset = 0,
                      .expected = std::move(expected),
                      .found = std::move(found),
                      .cure = {}};
    }
    static std::string shown(const toml::node& node) {
        std::ostringstream text;
        node.visit([&text](const auto& value) {
            if constexpr (toml::is_value<decltype(value)>)
                text << toml::node_view<const toml::node>(value);
            else
                text << "something else";
        });
        return text.str();
    }

    void number(std::string_view name, const toml::node& node, int least, int most, int& value) {
        const auto found = node.value_exact<std::int64_t>();
        if (found && *found >= least && *found <= most)
            value = static_cast<int>(*found);
        else
            refuse(node, fmt::format("{} = a number from {} to {}", name, least, most), shown(node));
    }
    void flag(std::string_view name, const toml::node& node, bool& value) {
        if (const auto found = node.value_exact<bool>())
            value = *found;
        else
            refuse(node, fmt::format("{} = true or false", name), shown(node));
    }

    void video(const toml::table& table) {
        for (const auto& [key, node] : table) {
            if (key == "scale") {
                number("scale", node, 0, 16, settings_.scale);
            } else if (key == "aspect") {
                const auto found = node.value_exact<std::string>();
                if (found == "integer")
                    settings_.aspect = Aspect::integer;
                else if (found == "4:3")
                    settings_.aspect = Aspect::original;
                else
                    refuse(node, "aspect = \"integer\" or \"4:3\"", shown(node));
            } else if (key == "fullscreen") {
                flag("fullscreen", node, settings_.fullscreen);
            } else if (key == "vsync") {
                flag("vsync", node, settings_.vsync);
            } else {
                refuse(node, "scale, aspect, fullscreen or vsync in [video]", fmt::format("'{}'", key.str()));
            }
        }
    }

    void play(const toml::table& table) {
        for (const auto& [key, node] : table) {
            if (key == "fast_forward")
                number("fast_forward", node, 2, 64, settings_.fast_forward);
            else if (key == "dead_zone")
                number("dead_zone", node, 5, 95, settings_.dead_zone);
            else
                refuse(node, "fast_forward or dead_zone in [play]", fmt::format("'{}'", key.str()));
        }
    }

    void section(std::string_view name, const toml::table& table) {
        for (const auto& [key, node] : table) {
            const toml::table* below = node.as_table();
            if (below == nullptr || (key != "keys" && key != "pad"))
                refuse(node, fmt::format("a table [{0}.keys] or [{0}.pad]", name),
                       fmt::format("'{}' in [{}]", key.str(), name));
            else
                for (const auto& [action, value] : *below) names(name, key == "pad", action.str(), value);
        }
    }

    void names(std::string_view section, bool pad, std::string_view action, const toml::node& node) {
        InputSetting setting{.section = std::string(section),
                             .pad = pad,
                             .action = std::string(action),
                             .names = {},
                             .line = static_cast<int>(node.source().begin.line)};
        const auto one = [&](const toml::node& item) {
            if (const auto text = item.value_exact<std::string>())
                setting.names.push_back(*text);
            else
                refuse(item, fmt::format("{} = a name in quotes, or a list of them", action), shown(item));
        };
        if (const toml::array* list = node.as_array())
            for (const toml::node& item : *list) one(item);
        else
            one(node);
        settings_.inputs.push_back(std::move(setting));
    }

    Settings& settings_;
};

// toml++ 3.3 runs into undefined behaviour on letters beyond ASCII outside comments and quotes, where they
// are a mistake anyway; triple quotes, which nothing here needs, would make the quotes ambiguous. Answers the
// line of the first of either, 0 if there is none.
int first_stray_line(std::string_view text) {
    int line = 1;
    char quote = 0; // that is open; '#': a comment
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char c = text[at];
        if (c == '\n') {
            ++line;
            quote = 0;
        } else if (quote == 0) {
            if (static_cast<unsigned char>(c) >= 0x80) return line;
            if (c == '"' || c == '\'' || c == '#') quote = c;
            if (c != '#' && quote != 0 && text.substr(at + 1, 2) == std::string(2, c)) return line;
        } else if (quote == '"' && c == '\\') {
            if (at + 1 < text.size() && text[at + 1] != '\n') ++at;
        } else if (quote == c && c != '#') {
            quote = 0;
        }
    }
    return 0;
}

std::string quoted(std::span<const std::string_view> names) {
    std::string text;
    for (const std::string_view name : names) text += fmt::format("{}\"{}\"", text.empty() ? "" : ", ", name);
    return names.size() == 1 ? text : fmt::format("[{}]", text);
}

} // namespace

std::span<const Action> host_actions() { return host_table; }

std::filesystem::path settings_path() { return xdg_config_dir() / "settings.toml"; }

Expected<Settings> read_settings(const std::filesystem::path& path) {
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored)) {
        Settings settings;
        settings.file = path.string();
        return settings;
    }
    RK_TRY(const Bytes bytes, read_file(path));
    return parse_settings({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, path.string());
}

Expected<Settings> parse_settings(std::string_view text, std::string_view file) {
    Settings settings;
    settings.file = file;
    const auto not_toml = [file](auto line, std::string_view found) {
        return tl::unexpected(Error{.kind = ErrorKind::usage,
                                    .file = fmt::format("{}:{}", file, line),
                                    .offset = 0,
                                    .expected = "TOML",
                                    .found = std::string(found),
                                    .cure = {}});
    };
    if (const int line = first_stray_line(text); line != 0)
        return not_toml(line, "a letter beyond ASCII outside quotes, or triple quotes");
    try {
        const toml::table table = toml::parse(text, file);
        Walk walk(settings);
        walk.root(table);
        if (walk.error) return tl::unexpected(*std::move(walk.error));
    } catch (const toml::parse_error& error) {
        return not_toml(error.source().begin.line, error.description());
    }
    return settings;
}

std::string default_settings_text(std::span<const SectionActions> sections) {
    std::string text =
        "# Settings of rekindle play. Every line here is the default; delete what you don't change.\n"
        "# Key names are SDL's: \"Left\", \"Space\", \"Left Shift\", \"Ctrl+Q\". Controller names too:\n"
        "# \"a\", \"dpup\", \"leftshoulder\"; axes with their side: \"leftx-\", \"righttrigger+\".\n\n"
        "[video]\n"
        "scale = 0            # of the window, 1 to 16; 0: what fits the display\n"
        "aspect = \"integer\"   # square pixels at whole-number scale, or \"4:3\"\n"
        "fullscreen = false\n"
        "vsync = true\n\n"
        "[play]\n"
        "fast_forward = 8     # times faster\n"
        "dead_zone = 40       # of a controller's stick, in percent\n";
    for (const SectionActions& section : sections)
        for (const bool pad : {false, true}) {
            text += fmt::format("\n[{}.{}]\n", section.section, pad ? "pad" : "keys");
            for (const Action& action : section.actions)
                text += fmt::format("{} = {}\n", action.name, quoted(pad ? action.pad : action.keys));
        }
    return text;
}

} // namespace rekindle::host
