#pragma once
// The SDL window and what is painted in it. Made by run_in_window(); the only file that draws with SDL.

#include <memory>

#include "host/panel_layer.h"
#include "host/settings.h"

union SDL_Event;
struct SDL_Window;
struct SDL_Renderer;
struct SDL_Texture;

namespace rekindle::host {

// Initialises SDL's video part for its lifetime. An error where no display can be opened (missing_data).
class Video {
  public:
    static Expected<Video> open(const Screen& screen, const std::string& title, const Settings& settings);
    Video(Video&&) noexcept;
    Video& operator=(Video&&) = delete;
    ~Video();

    // Takes over a frame's pixels; show() paints what was taken over last, as often as the window needs it.
    void take(const Frame& frame);
    void show(Panels* panels = nullptr);
    // What the window does before the game is asked: events go to open panels first. True: they use it.
    bool give_to_panels(const SDL_Event& event);
    // The pixel of the screen under a point of the window.
    Pointer pixel(int x, int y) const;

    void toggle_fullscreen();
    void toggle_aspect();
    void set_title(const std::string& title);
    // Whether the window can be seen at all now.
    bool visible() const;

  private:
    struct Close {
        void operator()(SDL_Window* window) const;
        void operator()(SDL_Renderer* renderer) const;
        void operator()(SDL_Texture* texture) const;
    };
    Video(const Screen& screen, Aspect aspect) : screen_(screen), aspect_(aspect) {}
    bool make_enlarged(int factor);

    Screen screen_;
    Aspect aspect_;
    bool owns_sdl_ = true;
    std::string title_;
    std::unique_ptr<SDL_Window, Close> window_;
    std::unique_ptr<SDL_Renderer, Close> renderer_;
    std::unique_ptr<SDL_Texture, Close> picture_;  // the frame, one texel a pixel
    std::unique_ptr<SDL_Texture, Close> enlarged_; // the frame with hard edges, before it is scaled smoothly
    int enlarged_factor_ = 0;
    std::unique_ptr<PanelLayer> layer_; // from the first time panels are open
};

} // namespace rekindle::host
