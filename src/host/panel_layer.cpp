#include "host/panel_layer.h"

#include <SDL.h>
#include <backends/imgui_impl_sdl.h>
#include <imgui.h>

#include "host/game.h"

namespace rekindle::host {

namespace {

SDL_Texture* make_font(SDL_Renderer& renderer) {
    unsigned char* pixels = nullptr;
    int width = 0, height = 0;
    ImGui::GetIO().Fonts->GetTexDataAsRGBA32(&pixels, &width, &height);
    SDL_Texture* font =
        SDL_CreateTexture(&renderer, SDL_PIXELFORMAT_RGBA32, SDL_TEXTUREACCESS_STATIC, width, height);
    if (font == nullptr) return nullptr;
    SDL_UpdateTexture(font, nullptr, pixels, 4 * width);
    SDL_SetTextureBlendMode(font, SDL_BLENDMODE_BLEND);
    SDL_SetTextureScaleMode(font, SDL_ScaleModeLinear);
    ImGui::GetIO().Fonts->SetTexID(font);
    return font;
}

void paint(SDL_Renderer& renderer, const ImDrawList& list) {
    for (const ImDrawCmd& command : list.CmdBuffer) {
        if (command.UserCallback != nullptr) continue;
        const ImVec4 clip = command.ClipRect;
        const SDL_Rect rect{static_cast<int>(clip.x), static_cast<int>(clip.y),
                            static_cast<int>(clip.z - clip.x), static_cast<int>(clip.w - clip.y)};
        if (rect.w <= 0 || rect.h <= 0) continue;
        SDL_RenderSetClipRect(&renderer, &rect);
        const ImDrawVert* vertices = list.VtxBuffer.Data + command.VtxOffset;
        constexpr int stride = sizeof(ImDrawVert);
        SDL_RenderGeometryRaw(
            &renderer, static_cast<SDL_Texture*>(command.GetTexID()), &vertices->pos.x, stride,
            reinterpret_cast<const SDL_Color*>(&vertices->col), stride, &vertices->uv.x, stride,
            list.VtxBuffer.Size - static_cast<int>(command.VtxOffset),
            list.IdxBuffer.Data + command.IdxOffset, static_cast<int>(command.ElemCount), sizeof(ImDrawIdx));
    }
}

} // namespace

PanelLayer::PanelLayer(SDL_Window& window, SDL_Renderer& renderer)
    : renderer_(renderer), context_(ImGui::CreateContext()) {
    ImGui::SetCurrentContext(context_);
    ImGui::GetIO().IniFilename = nullptr; // nothing is written where nobody asked
    ImGui::GetIO().BackendFlags |= ImGuiBackendFlags_RendererHasVtxOffset;
    ImGui::StyleColorsDark();
    ImGui_ImplSDL2_InitForSDLRenderer(&window);
    font_ = make_font(renderer);
    SDL_StartTextInput();
}

PanelLayer::~PanelLayer() {
    ImGui::SetCurrentContext(context_);
    SDL_DestroyTexture(font_);
    ImGui_ImplSDL2_Shutdown();
    ImGui::DestroyContext(context_);
    SDL_StopTextInput();
}

bool PanelLayer::uses(const SDL_Event& event) {
    ImGui::SetCurrentContext(context_);
    ImGui_ImplSDL2_ProcessEvent(&event);
    switch (event.type) {
    case SDL_KEYDOWN: {
        const SDL_Keysym& key = event.key.keysym;
        const bool command =
            (key.mod & (KMOD_CTRL | KMOD_ALT)) != 0 || (key.sym >= SDLK_F1 && key.sym <= SDLK_F12);
        return !command && ImGui::GetIO().WantCaptureKeyboard;
    }
    case SDL_TEXTINPUT: return true;
    case SDL_MOUSEBUTTONDOWN:
    case SDL_MOUSEWHEEL: return ImGui::GetIO().WantCaptureMouse;
    default: return false;
    }
}

void PanelLayer::draw(Panels& panels) {
    ImGui::SetCurrentContext(context_);
    ImGui_ImplSDL2_NewFrame();
    ImGui::NewFrame();
    panels.draw();
    ImGui::Render();
    const ImDrawData& data = *ImGui::GetDrawData();
    // ImGui counts in points of the window, the renderer in pixels.
    SDL_RenderSetScale(&renderer_, data.FramebufferScale.x, data.FramebufferScale.y);
    for (int i = 0; i < data.CmdListsCount; ++i) paint(renderer_, *data.CmdLists[i]);
    SDL_RenderSetScale(&renderer_, 1, 1);
    SDL_RenderSetClipRect(&renderer_, nullptr);
}

} // namespace rekindle::host
