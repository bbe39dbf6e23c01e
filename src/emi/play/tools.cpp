#include "emi/play/tools.h"

#include <imgui.h>
#include <imgui_stdlib.h>

namespace rekindle::emi {
namespace {

constexpr std::size_t most_lines = 1000;

// The number of the row that was clicked; -1: none.
int draw_table(const Table& table, int chosen = -1, float height = 0) {
    int clicked = -1;
    constexpr ImGuiTableFlags flags = ImGuiTableFlags_Borders | ImGuiTableFlags_RowBg |
                                      ImGuiTableFlags_Resizable | ImGuiTableFlags_ScrollY |
                                      ImGuiTableFlags_SizingFixedFit;
    if (!ImGui::BeginTable(table.title.c_str(), static_cast<int>(table.columns.size()), flags,
                           ImVec2{0, height}))
        return clicked;
    ImGui::TableSetupScrollFreeze(0, 1);
    for (const std::string& column : table.columns) ImGui::TableSetupColumn(column.c_str());
    ImGui::TableHeadersRow();
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        ImGui::TableNextRow();
        for (std::size_t column = 0; column < table.rows[row].size(); ++column) {
            ImGui::TableSetColumnIndex(static_cast<int>(column));
            const std::string& cell = table.rows[row][column];
            if (column > 0) {
                ImGui::TextUnformatted(cell.c_str());
                continue;
            }
            ImGui::PushID(static_cast<int>(row));
            if (ImGui::Selectable(cell.c_str(), chosen == static_cast<int>(row),
                                  ImGuiSelectableFlags_SpanAllColumns))
                clicked = static_cast<int>(row);
            ImGui::PopID();
        }
    }
    ImGui::EndTable();
    return clicked;
}

// Recalls earlier lines: Up and Down in the console.
struct Recall {
    const std::vector<std::string>& history;
    std::size_t& at;
};
int recall(ImGuiInputTextCallbackData* data) {
    auto& [history, at] = *static_cast<Recall*>(data->UserData);
    if (data->EventKey == ImGuiKey_UpArrow && at > 0) --at;
    if (data->EventKey == ImGuiKey_DownArrow && at < history.size()) ++at;
    data->DeleteChars(0, data->BufTextLen);
    if (at < history.size()) data->InsertChars(0, history[at].c_str());
    return 0;
}

} // namespace

void SceneTools::print(std::string line) {
    log_.push_back(std::move(line));
    if (log_.size() > most_lines) log_.pop_front();
}

void SceneTools::draw() {
    if (console_) draw_console();
    if (inspector_) draw_inspector();
}

void SceneTools::draw_console() {
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    ImGui::SetNextWindowPos(ImVec2{0, size.y * 0.6f}, ImGuiCond_Appearing);
    ImGui::SetNextWindowSize(ImVec2{size.x, size.y * 0.4f}, ImGuiCond_Appearing);
    if (ImGui::Begin("Console (Ctrl+E closes)")) {
        ImGui::BeginChild("log", ImVec2{0, -ImGui::GetFrameHeightWithSpacing()});
        for (const std::string& line : log_) ImGui::TextUnformatted(line.c_str());
        if (ImGui::GetScrollY() >= ImGui::GetScrollMaxY()) ImGui::SetScrollHereY(1);
        ImGui::EndChild();
        if (ImGui::IsWindowAppearing()) ImGui::SetKeyboardFocusHere();
        Recall recalled{history_, recalled_};
        ImGui::SetNextItemWidth(-1);
        if (ImGui::InputText("##line", &input_,
                             ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_CallbackHistory,
                             recall, &recalled) &&
            !input_.empty()) {
            print("> " + input_);
            lines_.push_back(input_);
            history_.push_back(std::exchange(input_, {}));
            recalled_ = history_.size();
            ImGui::SetKeyboardFocusHere(-1);
        }
    }
    ImGui::End();
}

void SceneTools::draw_inspector() {
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    ImGui::SetNextWindowPos(ImVec2{size.x * 0.02f, size.y * 0.02f}, ImGuiCond_Appearing);
    ImGui::SetNextWindowSize(ImVec2{size.x * 0.7f, size.y * 0.55f}, ImGuiCond_Appearing);
    if (ImGui::Begin("Inspector (F2 closes)") && ImGui::BeginTabBar("tabs")) {
        if (ImGui::BeginTabItem("Actors")) {
            int row = -1;
            for (std::size_t i = 0; i < sight_.stage.actors.size(); ++i)
                if (sight_.stage.actors[i].id == actor_) row = static_cast<int>(i);
            const float third = ImGui::GetContentRegionAvail().y / 3;
            const int clicked = draw_table(actors_table(sight_.stage, sight_.cast), row, third);
            if (clicked >= 0) actor_ = sight_.stage.actors[static_cast<std::size_t>(clicked)].id;
            if (const Actor* actor = sight_.stage.find(actor_)) {
                draw_table(chores_table(sight_.cast, *actor), -1, third / 2);
                draw_table(animations_table(sight_.cast, *actor), -1, third / 2);
                draw_table(bones_table(sight_.cast, *actor));
            } else {
                ImGui::TextUnformatted("Choose an actor to see its chores, animations and bones.");
            }
            ImGui::EndTabItem();
        }
        if (ImGui::BeginTabItem("Sectors")) {
            draw_table(sectors_table(sight_.stage));
            ImGui::EndTabItem();
        }
        if (ImGui::BeginTabItem("Lights")) {
            draw_table(lights_table(sight_.stage));
            ImGui::EndTabItem();
        }
        if (ImGui::BeginTabItem("Picture")) {
            draw_picture_tab();
            ImGui::EndTabItem();
        }
        ImGui::EndTabBar();
    }
    ImGui::End();
}

void SceneTools::draw_picture_tab() {
    const std::vector<PeelStep> steps = peel(sight_.list);
    if (ImGui::RadioButton("whole", peel_ < 0)) peel_ = -1;
    for (int i = 0; i < static_cast<int>(steps.size()); ++i) {
        ImGui::SameLine();
        if (ImGui::RadioButton(steps[static_cast<std::size_t>(i)].name.c_str(), peel_ == i)) peel_ = i;
    }
    draw_table(draw_list_table(sight_.list, sight_.stage));
}

} // namespace rekindle::emi
