#include "host/video.h"

#include <SDL.h>
#include <fmt/format.h>

#include "host/window.h"

namespace rekindle::host {

namespace {

tl::unexpected<Error> cannot_open() {
    return missing(std::string(no_display), "a window (X11 or Wayland)",
                   fmt::format("SDL says: {}", SDL_GetError()));
}

// One row of a frame as ARGB words.
void convert_row(const Frame& frame, int y, std::uint32_t* out) {
    const auto width = static_cast<std::size_t>(frame.width());
    const std::size_t start = static_cast<std::size_t>(y) * width;
    if (frame.indexed != nullptr) {
        const Byte* in = frame.indexed->pixels.data() + start;
        for (std::size_t x = 0; x < width; ++x) {
            const Color color = (*frame.palette)[in[x]];
            out[x] = 0xFF000000u | static_cast<std::uint32_t>(color.r << 16 | color.g << 8 | color.b);
        }
    } else {
        const Byte* in = frame.rgba->pixels.data() + 4 * start;
        for (std::size_t x = 0; x < width; ++x, in += 4)
            out[x] = 0xFF000000u | static_cast<std::uint32_t>(in[0] << 16 | in[1] << 8 | in[2]);
    }
}

} // namespace

void Video::Close::operator()(SDL_Window* window) const { SDL_DestroyWindow(window); }
void Video::Close::operator()(SDL_Renderer* renderer) const { SDL_DestroyRenderer(renderer); }
void Video::Close::operator()(SDL_Texture* texture) const { SDL_DestroyTexture(texture); }

Video::Video(Video&& other) noexcept
    : screen_(other.screen_), aspect_(other.aspect_), owns_sdl_(std::exchange(other.owns_sdl_, false)),
      title_(std::move(other.title_)), window_(std::move(other.window_)),
      renderer_(std::move(other.renderer_)), picture_(std::move(other.picture_)),
      enlarged_(std::move(other.enlarged_)), enlarged_factor_(other.enlarged_factor_),
      layer_(std::move(other.layer_)) {}

Video::~Video() {
    if (!owns_sdl_) return;
    layer_.reset();
    enlarged_.reset();
    picture_.reset();
    renderer_.reset();
    window_.reset();
    SDL_QuitSubSystem(SDL_INIT_VIDEO);
}

Expected<Video> Video::open(const Screen& screen, const std::string& title, const Settings& settings) {
    SDL_SetHint(SDL_HINT_VIDEO_ALLOW_SCREENSAVER, "0");
    SDL_SetHint(SDL_HINT_RENDER_SCALE_QUALITY, "nearest");
    if (SDL_InitSubSystem(SDL_INIT_VIDEO) != 0) return cannot_open();
    Video video(screen, settings.aspect);

    SDL_Rect display{0, 0, 1280, 960};
    SDL_GetDisplayUsableBounds(0, &display);
    const int scale =
        settings.scale > 0 ? settings.scale : fitting_scale(screen, {display.w, display.h}, settings.aspect);
    const Size size = window_size(screen, scale, settings.aspect);
    const Uint32 flags = SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI |
                         (settings.fullscreen ? Uint32{SDL_WINDOW_FULLSCREEN_DESKTOP} : Uint32{0});
    video.title_ = title;
    video.window_.reset(SDL_CreateWindow(title.c_str(), SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED,
                                         size.width, size.height, flags));
    if (!video.window_) return cannot_open();
    SDL_SetWindowMinimumSize(video.window_.get(), screen.width / 2, screen.height / 2);
    // Without a graphics card SDL falls back to its software renderer, which has no vsync.
    for (const Uint32 kind : {settings.vsync ? Uint32{SDL_RENDERER_PRESENTVSYNC} : Uint32{0}, Uint32{0},
                              Uint32{SDL_RENDERER_SOFTWARE}}) {
        video.renderer_.reset(SDL_CreateRenderer(video.window_.get(), -1, kind));
        if (video.renderer_) break;
    }
    if (!video.renderer_) return cannot_open();
    video.picture_.reset(SDL_CreateTexture(video.renderer_.get(), SDL_PIXELFORMAT_ARGB8888,
                                           SDL_TEXTUREACCESS_STREAMING, screen.width, screen.height));
    if (!video.picture_) return cannot_open();
    return video;
}

void Video::take(const Frame& frame) {
    void* pixels = nullptr;
    int pitch = 0;
    if (SDL_LockTexture(picture_.get(), nullptr, &pixels, &pitch) != 0) return;
    for (int y = 0; y < screen_.height; ++y) {
        auto* row = reinterpret_cast<std::uint32_t*>(static_cast<Byte*>(pixels) +
                                                     static_cast<std::ptrdiff_t>(y) * pitch);
        if (y < frame.shake)
            std::fill_n(row, screen_.width, 0xFF000000u);
        else
            convert_row(frame, y - frame.shake, row);
    }
    SDL_UnlockTexture(picture_.get());
}

bool Video::make_enlarged(int factor) {
    if (factor != enlarged_factor_) {
        enlarged_.reset(SDL_CreateTexture(renderer_.get(), SDL_PIXELFORMAT_ARGB8888, SDL_TEXTUREACCESS_TARGET,
                                          screen_.width * factor, screen_.height * factor));
        enlarged_factor_ = enlarged_ ? factor : 0;
        if (enlarged_) SDL_SetTextureScaleMode(enlarged_.get(), SDL_ScaleModeLinear);
    }
    if (!enlarged_ || SDL_SetRenderTarget(renderer_.get(), enlarged_.get()) != 0) return false;
    SDL_RenderCopy(renderer_.get(), picture_.get(), nullptr, nullptr);
    SDL_SetRenderTarget(renderer_.get(), nullptr);
    return true;
}

bool Video::give_to_panels(const SDL_Event& event) { return layer_ && layer_->uses(event); }

Pointer Video::pixel(int x, int y) const {
    int width = 0, height = 0, window_width = 0, window_height = 0;
    SDL_GetWindowSize(window_.get(), &window_width, &window_height);
    if (SDL_GetRendererOutputSize(renderer_.get(), &width, &height) != 0 || width < 1 || height < 1 ||
        window_width < 1 || window_height < 1)
        return {};
    return pixel_at(screen_, place_picture(screen_, width, height, aspect_), x * width / window_width,
                    y * height / window_height); // real pixels of a hi-dpi window
}

void Video::show(Panels* panels) {
    int width = 0, height = 0;
    if (SDL_GetRendererOutputSize(renderer_.get(), &width, &height) != 0 || width < 1 || height < 1) return;
    const Place place = place_picture(screen_, width, height, aspect_);
    const bool smooth = place.smooth && make_enlarged(place.enlarge);
    SDL_SetRenderDrawColor(renderer_.get(), 0, 0, 0, 255);
    SDL_RenderClear(renderer_.get());
    const SDL_Rect target{place.x, place.y, place.width, place.height};
    SDL_RenderCopy(renderer_.get(), smooth ? enlarged_.get() : picture_.get(), nullptr, &target);
    if (panels != nullptr && panels->open()) {
        if (!layer_) layer_ = std::make_unique<PanelLayer>(*window_, *renderer_);
        layer_->draw(*panels);
    } else {
        layer_.reset();
    }
    SDL_RenderPresent(renderer_.get());
}

void Video::toggle_fullscreen() {
    const bool now = (SDL_GetWindowFlags(window_.get()) & SDL_WINDOW_FULLSCREEN_DESKTOP) != 0;
    SDL_SetWindowFullscreen(window_.get(), now ? 0 : SDL_WINDOW_FULLSCREEN_DESKTOP);
    SDL_ShowCursor(now || screen_.pointer ? SDL_ENABLE : SDL_DISABLE);
}

void Video::toggle_aspect() { aspect_ = aspect_ == Aspect::integer ? Aspect::original : Aspect::integer; }

void Video::set_title(const std::string& title) {
    if (title == title_) return;
    title_ = title;
    SDL_SetWindowTitle(window_.get(), title.c_str());
}

bool Video::visible() const {
    return (SDL_GetWindowFlags(window_.get()) & (SDL_WINDOW_MINIMIZED | SDL_WINDOW_HIDDEN)) == 0;
}

} // namespace rekindle::host
