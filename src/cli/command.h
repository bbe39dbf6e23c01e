#pragma once
// What every command of `rekindle` shares. A command is one file, NAME.cpp, with add_NAME(); main.cpp lists
// them. Errors are one line on stderr and the exit code of their kind (base/error.h); results go to stdout.

#include <chrono>
#include <functional>
#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "base/error.h"

namespace CLI {
class App;
}

namespace rekindle::cli {

// The command that the command line chose. A check that found a difference answers with
// ErrorKind::difference.
struct Call {
    std::function<Expected<void>()> work;
};

// A command under `app`; `examples` are whole command lines, one a line, at least two.
CLI::App& add_command(CLI::App& app, Call& call, std::string name, std::string description,
                      std::string_view examples, std::function<Expected<void>()> work);

void print(std::string_view text);
// Indented, keys in their order, a line feed at the end. Strings that are not UTF-8 are shown with U+FFFD.
std::string to_text(const nlohmann::ordered_json& value);
void print_json(const nlohmann::ordered_json& value);

// One line on stderr for work that takes over a second, where stderr is a terminal; gone when the work ends.
class Progress {
  public:
    Progress(std::string what, std::size_t total);
    ~Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;
    void step(std::string_view item);

  private:
    std::string what_;
    std::size_t total_, done_ = 0;
    bool terminal_, shown_ = false;
    std::chrono::steady_clock::time_point start_, last_;
};

void add_compare(CLI::App& app, Call& call);
void add_formats(CLI::App& app, Call& call);
void add_identify(CLI::App& app, Call& call);
void add_inspect(CLI::App& app, Call& call);
void add_render(CLI::App& app, Call& call);
void add_lua(CLI::App& app, Call& call);
void add_play(CLI::App& app, Call& call);
void add_pack(CLI::App& app, Call& call);
void add_unpack(CLI::App& app, Call& call);
void add_prove(CLI::App& app, Call& call);
void add_run(CLI::App& app, Call& call);

} // namespace rekindle::cli
