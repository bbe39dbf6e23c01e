// Script functions: controls, files, saved games, preferences, logs, hardware (emi-engine R2, R102, R108,
// R109).
#include <algorithm>

#include <fmt/format.h>

#include "emi/game/save.h"
#include "emi/game/script.h"

namespace rekindle::emi {
namespace {

using lua::Outcome;

constexpr std::string_view usual_save = "efmi000.gsv";

// A control's code; nothing: reported.
std::optional<ControlCode> control(Script& s) {
    const std::int32_t code = s.whole(0);
    if (code > 0 && code < static_cast<std::int32_t>(control_codes)) return static_cast<ControlCode>(code);
    (void)s.refuse(0, "the code of a control");
    return std::nullopt;
}
void enable(Script& s, bool on) {
    if (const auto code = control(s)) s.game.controls().enable(*code, on);
}
Outcome control_answer(Script& s) {
    const auto code = control(s);
    if (!code || !s.game.controls().is_enabled(*code)) return s.nil();
    const float value = s.game.controls().value(*code);
    return is_axis(*code) ? s.answer(value) : s.truth(value != 0);
}

// Without folders.
std::string file_name(Script& s) {
    const std::string path = s.text(0);
    const std::size_t slash = path.find_last_of("\\/");
    return slash == std::string::npos ? path : path.substr(slash + 1);
}
std::string save_name(Script& s) { return s.given(0) ? file_name(s) : std::string(usual_save); }

// '*' any text, '?' any letter; case doesn't count.
bool matches(std::string_view pattern, std::string_view name) {
    const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
    if (pattern.empty()) return name.empty();
    if (pattern[0] == '*') {
        for (std::size_t skip = 0; skip <= name.size(); ++skip)
            if (matches(pattern.substr(1), name.substr(skip))) return true;
        return false;
    }
    return !name.empty() && (pattern[0] == '?' || lower(pattern[0]) == lower(name[0])) &&
           matches(pattern.substr(1), name.substr(1));
}

Outcome find_next(Script& s) {
    Extras& extras = s.game.extras();
    if (extras.next_found >= extras.found_files.size()) return s.nil();
    return s.answer(extras.found_files[extras.next_found++]);
}
Outcome find_first(Script& s) {
    std::string pattern = file_name(s);
    if (pattern.size() > 64 || std::count(pattern.begin(), pattern.end(), '*') > 3)
        return s.refuse(0, "a pattern with few stars");
    if (pattern == "*.gsv") pattern = "efmi???.gsv";
    Extras& extras = s.game.extras();
    extras.found_files.clear();
    extras.next_found = 0;
    for (std::string& name : s.game.store().list())
        if (matches(pattern, name)) extras.found_files.push_back(std::move(name));
    return find_next(s);
}

// Texts of a table from 0 on.
Outcome submit(Script& s) {
    std::vector<std::string> texts;
    const lua::Table& table = s.call.state().tables[s.call[0].bits];
    for (float at = 0; texts.size() < 1000; ++at) {
        const lua::Value value = table.get_number(at);
        if (value.is_number())
            texts.push_back(lua::number_text(value.number()));
        else if (value.is_string())
            texts.emplace_back(s.call.state().text(value));
        else
            break;
    }
    if (!s.game.submit(std::move(texts))) s.warn("SubmitSaveGameData: no game is being saved");
    return Outcome::ok;
}
Outcome saved_answer(Script& s) {
    const std::string name = file_name(s);
    const auto bytes = s.game.store().read(name);
    const auto texts =
        bytes ? saved_texts(*bytes, name) : Expected<std::vector<std::string>>(tl::unexpected(bytes.error()));
    if (!texts) {
        s.warn(texts.error().line());
        return s.nil();
    }
    lua::State& state = s.call.state();
    const lua::Value table = state.new_table();
    s.call.push(table);
    float at = 0;
    for (const std::string& text : *texts) state.table_set(table, lua::Value::of(at++), state.text(text));
    return Outcome::ok;
}

Outcome preference_answer(Script& s) {
    const auto& preferences = s.game.options().preferences;
    const auto found = preferences.find(s.text(0));
    if (found == preferences.end()) return s.nil();
    double number = 0;
    if (found->second.number && lua::text_number(found->second.text, number))
        return s.answer(static_cast<float>(number));
    return s.answer(found->second.text);
}
void set_preference(Script& s) {
    s.game.options().preferences.insert_or_assign(s.text(0), Preference{s.text(1), s.call[1].is_number()});
    s.game.tell({.kind = GameEvent::Kind::preference, .text = s.text(0)});
}

void log_call(Script& s) {
    std::string line = s.call.name();
    for (std::uint32_t i = 0; i < s.call.count(); ++i) line += " " + s.text(i);
    s.game.log(line);
}

// {at: name}
Outcome one_name(Script& s, float at, std::string_view name) {
    lua::State& state = s.call.state();
    const lua::Value table = state.new_table();
    s.call.push(table);
    state.table_set(table, lua::Value::of(at), state.text(name));
    return Outcome::ok;
}

const lua::Binding rows[] = {
    row("EnableControl", [](Script& s) { enable(s, true); }),
    row("DisableControl", [](Script& s) { enable(s, false); }),
    row("GetControlState", [](Script& s) { return control_answer(s); }),
    row("FlushControls", [](Script& s) { s.game.controls().flush(); }),
    no_effect("EnableDebugKeys"),

    row("CheckForFile", [](Script& s) { return s.truth(s.game.resources().has(s.text(0))); }),
    row("FileFindFirst", [](Script& s) { return find_first(s); }),
    row("FileFindNext", [](Script& s) { return find_next(s); }),
    row("FileFindDispose", [](Script& s) { s.game.extras().found_files.clear(); }),
    row("Load", [](Script& s) { s.game.extras().wanted_load = save_name(s); }),
    row("Save", [](Script& s) { s.game.extras().wanted_save = save_name(s); }),
    row("remove",
        [](Script& s) {
            if (s.game.store().remove(file_name(s)))
                return s.call.value(lua::Value::userdata(0, lua::tag_userdata));
            s.call.push(lua::Value{});
            return s.answer(std::string_view("no such file"));
        }),
    row("SubmitSaveGameData", [](Script& s) { return submit(s); }),
    row("GetSaveGameData", [](Script& s) { return saved_answer(s); }),

    row("GetDiskFreeSpace", [](Script& s) { return s.answer(700.0f); }),
    row("GetMemoryUsage", [](Script& s) { return s.answer(static_cast<float>(s.call.state().allocated)); }),
    row("GetCPUSpeed", [](Script& s) { return s.answer(500.0f); }),
    row("GetMemoryCardId", [](Script& s) { return s.answer(4.0f); }),
    row("AreWeInternational",
        [](Script& s) { return s.game.options().international ? s.truth(true) : Outcome::ok; }),
    row("SetActiveCD",
        [](Script& s) {
            const std::int32_t disc = s.whole(0);
            if (disc != 1 && disc != 2) return s.refuse(0, "a disc 1 or 2");
            s.game.extras().active_cd = disc;
            return s.truth(true);
        }),
    row("GetActiveCD", [](Script& s) { return s.answer(static_cast<float>(s.game.extras().active_cd)); }),
    row("LoadBundle", [](Script& s) { return s.truth(true); }),
    row("ReadRegistryValue", [](Script& s) { return preference_answer(s); }),
    row("WriteRegistryValue", [](Script& s) { set_preference(s); }),
    row("GetResidualVMPreference", [](Script& s) { return preference_answer(s); }),
    row("SetResidualVMPreference", [](Script& s) { set_preference(s); }),

    row("PerSecond",
        [](Script& s) { return s.answer(s.number(0) * static_cast<float>(s.stage.frame_time) / 1000); }),
    row("GetCurrentScript",
        [](Script& s) {
            const std::uint32_t task = s.call.machine().current_task();
            return s.call.value(task == 0 ? lua::Value{} : lua::Value::object(lua::Kind::task, task));
        }),
    row("PrintDebug", [](Script& s) { s.game.log(s.text(0)); }),
    row("PrintWarning", [](Script& s) { s.game.log("warning: " + s.text(0)); }),
    row("PrintError", [](Script& s) { s.game.log("error: " + s.text(0)); }),
    no_effect("SpewStartup"),
    no_effect("JustLoaded"),
    no_effect("NukeResources"),
    no_effect("ResetTextures"),
    no_effect("AttachToResources"),
    no_effect("DetachFromResources"),
    no_effect("NukeAllScriptLocks"),
    row("SetReplayMode", [](Script& s) { log_call(s); }),
    row("FRUTEY_Begin", [](Script& s) { log_call(s); }),
    row("FRUTEY_End", [](Script& s) { log_call(s); }),

    row("Is3DHardwareEnabled", [](Script& s) { return s.truth(true); }),
    no_effect("SetHardwareState"), // one renderer or another: the same picture
    row("GetVideoDevices",
        [](Script& s) {
            s.call.push(0.0f);
            return s.answer(-1.0f);
        }),
    no_effect("SetVideoDevices"),
    row("EnumerateVideoDevices", [](Script& s) { return one_name(s, 0, "Rekindle"); }),
    row("Enumerate3DDevices", [](Script& s) { return one_name(s, -1, "Rekindle"); }),

    row("SectEditSelect", [](Script& s) { log_call(s); }),
    row("SectEditPlace", [](Script& s) { log_call(s); }),
    row("SectEditDelete", [](Script& s) { log_call(s); }),
    row("SectEditInsert", [](Script& s) { log_call(s); }),
    row("SectEditSortAdd", [](Script& s) { log_call(s); }),
    row("SectEditForgetIt", [](Script& s) { log_call(s); }),
};

} // namespace

std::span<const lua::Binding> system_functions() { return rows; }

} // namespace rekindle::emi
