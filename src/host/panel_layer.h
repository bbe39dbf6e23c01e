#pragma once
// Dear ImGui in the host's window: its events in, its triangles out through SDL's renderer. Lives while a
// game's panels are open; made by Video.

union SDL_Event;
struct SDL_Window;
struct SDL_Renderer;
struct SDL_Texture;
struct ImGuiContext;

namespace rekindle::host {

class Panels;

class PanelLayer {
  public:
    PanelLayer(SDL_Window& window, SDL_Renderer& renderer);
    ~PanelLayer();
    PanelLayer(const PanelLayer&) = delete;
    PanelLayer& operator=(const PanelLayer&) = delete;

    // Whether the event is the panels' alone. Keys with Ctrl or Alt, function keys and releases also reach
    // the game, so that what opened a panel closes it.
    bool uses(const SDL_Event& event);
    void draw(Panels& panels);

  private:
    SDL_Renderer& renderer_;
    ImGuiContext* context_;
    SDL_Texture* font_ = nullptr;
};

} // namespace rekindle::host
