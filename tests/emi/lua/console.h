#pragma once
// A machine whose printing and reports are collected; the tests of scripts are written with it.

#include <map>
#include <string>
#include <vector>

#include "emi/lua/machine.h"

namespace rekindle::lua::test {

class Console : public Host {
  public:
    void print(std::string_view text) override { out += text; }
    void report(const Report& report) override { reports.push_back(report.line()); }
    Expected<Bytes> read_script(std::string_view name) override { return file(name); }
    Expected<Bytes> read_file(std::string_view name) override { return file(name); }
    bool write_file(std::string_view name, ByteView bytes, bool append) override {
        Bytes& target = files[std::string(name)];
        if (!append) target.clear();
        target.insert(target.end(), bytes.begin(), bytes.end());
        return true;
    }
    std::string describe(Value) override { return "(actor7:hero)"; }
    bool may_change(std::string_view, Value) override { return changes; }

    std::string take() { return std::exchange(out, {}); }
    void put(const std::string& name, std::string_view text) {
        files[name] = Bytes(text.begin(), text.end());
    }

    std::string out;
    std::vector<std::string> reports;
    std::map<std::string, Bytes> files;
    bool changes = true;

  private:
    Expected<Bytes> file(std::string_view name) {
        const auto it = files.find(std::string(name));
        if (it == files.end()) return missing(std::string(name), "a file");
        return it->second;
    }
};

// What a script prints; TABs at line ends are dropped. A report ends the text: "! …".
inline std::string run(std::string_view source) {
    Console console;
    Machine machine(console);
    (void)machine.run_text(source, "t.lua");
    std::string text;
    for (std::size_t i = 0; i < console.out.size(); ++i)
        if (console.out[i] != '\t' || console.out[i + 1] != '\n') text += console.out[i];
    for (const std::string& report : console.reports) text += "! " + report + "\n";
    return text;
}

// The value of an expression as `print` shows it.
inline std::string value(std::string_view expression) {
    std::string text = run("print(" + std::string(expression) + ")");
    if (!text.empty() && text.back() == '\n') text.pop_back();
    return text;
}

} // namespace rekindle::lua::test
