#pragma once
// What the script machine asks of the program around it. The game implements it; the default answers suit
// tests and the command line. Some calls come in the middle of a stage update: scripts run where the engine
// calls them.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "emi/lua/value.h"

namespace rekindle::lua {

// Something a script did wrong, or that the engine doesn't have. Never the end of the program.
struct Report {
    enum class Kind : std::uint8_t {
        error,          // a script error; its task or chunk was abandoned
        not_callable,   // a call of nil or the like; it yielded nils
        wrong_argument, // an engine function got what it can't use; it did nothing
        missing,        // an engine function that isn't there (yet)
        warning,
        budget, // a script ran too long without giving up control and was stopped
    };
    Kind kind = Kind::error;
    std::string message;
    std::string place;              // "script.lua:12", or "" when no script was running
    std::uint32_t task = 0;         // number of the running task, 0: none
    std::uint32_t count = 1;        // how often so far
    std::vector<std::string> calls; // innermost first: "function of line 3 (script.lua:12)"
    std::string line() const;
};
std::string_view name_of(Report::Kind kind);

class Host {
  public:
    virtual ~Host() = default;
    virtual void print(std::string_view text) { (void)text; }
    // The first time for each kind, message and place; later ones are only counted.
    virtual void report(const Report& report) { (void)report; }
    // dofile: source or bytecode.
    virtual Expected<Bytes> read_script(std::string_view name) {
        return missing(std::string(name), "a script");
    }
    // readfrom, writeto, appendto: names are without folders, inside the save folder.
    virtual Expected<Bytes> read_file(std::string_view name) { return missing(std::string(name), "a file"); }
    virtual bool write_file(std::string_view name, ByteView bytes, bool append) {
        (void)name, (void)bytes, (void)append;
        return false;
    }
    // One line of console input without its line end; false: there is none.
    virtual bool read_line(std::string& line) {
        line.clear();
        return false;
    }
    // How an engine object reads in `..`, e.g. "(actor3:hero)"; empty: no text.
    virtual std::string describe(Value userdata) {
        (void)userdata;
        return {};
    }
    // "dd.mm.yyyy hh:mm.ss"
    virtual std::string date() { return "01.01.2000 00:00.00"; }
    // Whether what a task polls (engine function, its first argument) can still change; for the stuck report.
    virtual bool may_change(std::string_view function, Value argument) {
        (void)function, (void)argument;
        return true;
    }
    virtual void exit() {}
};

} // namespace rekindle::lua
