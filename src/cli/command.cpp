#include "cli/command.h"

#include <unistd.h>

#include <cstdio>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace rekindle::cli {

CLI::App& add_command(CLI::App& app, Call& call, std::string name, std::string description,
                      std::string_view examples, std::function<Expected<void>()> work) {
    CLI::App& command = *app.add_subcommand(std::move(name), std::move(description));
    std::string footer = "\nExamples:";
    for (std::size_t at = 0; at < examples.size();) {
        const std::size_t end = std::min(examples.find('\n', at), examples.size());
        footer += fmt::format("\n  {}", examples.substr(at, end - at));
        at = end + 1;
    }
    command.footer(footer);
    command.callback([&call, work = std::move(work)] { call.work = work; });
    return command;
}

void print(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stdout); }

std::string to_text(const nlohmann::ordered_json& value) {
    return value.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + '\n';
}

void print_json(const nlohmann::ordered_json& value) { print(to_text(value)); }

Progress::Progress(std::string what, std::size_t total)
    : what_(std::move(what)), total_(total), terminal_(::isatty(STDERR_FILENO) == 1),
      start_(std::chrono::steady_clock::now()), last_(start_) {}

Progress::~Progress() {
    if (shown_) std::fputs("\r\x1b[K", stderr);
}

void Progress::step(std::string_view item) {
    ++done_;
    if (!terminal_) return;
    using namespace std::chrono_literals;
    const auto now = std::chrono::steady_clock::now();
    if (now - start_ < 1s || now - last_ < 100ms) return;
    last_ = now;
    shown_ = true;
    std::fputs(fmt::format("\r\x1b[K{} {}/{} {}", what_, done_, total_, item).c_str(), stderr);
}

} // namespace rekindle::cli
