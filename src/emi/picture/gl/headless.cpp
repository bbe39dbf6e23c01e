#include "emi/picture/gl/headless.h"

#include <epoxy/egl.h>
#include <epoxy/gl.h>

#include <algorithm>

namespace rekindle::emi {

struct HeadlessGl::State {
    EGLDisplay display = EGL_NO_DISPLAY;
    EGLContext context = EGL_NO_CONTEXT;
    int width = 640, height = 480;
    GLuint framebuffer = 0;
    std::array<GLuint, 2> buffers{}; // colour, depth and stencil
    std::optional<GlRenderer> renderer;

    void use() const { eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context); }
    // The display stays: others of the process may use it.
    ~State() {
        if (context == EGL_NO_CONTEXT) return;
        use();
        renderer.reset();
        glDeleteFramebuffers(1, &framebuffer);
        glDeleteRenderbuffers(2, buffers.data());
        eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
        eglDestroyContext(display, context);
    }
    Expected<void> open(Api api);
    Expected<void> make_picture();
};

Expected<void> HeadlessGl::State::open(Api api) {
    if (epoxy_has_egl_extension(EGL_NO_DISPLAY, "EGL_MESA_platform_surfaceless"))
        display = eglGetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS_MESA, nullptr, nullptr);
    if (display == EGL_NO_DISPLAY) display = eglGetDisplay(EGL_DEFAULT_DISPLAY);
    EGLint major = 0, minor = 0;
    if (display == EGL_NO_DISPLAY || !eglInitialize(display, &major, &minor))
        return missing("OpenGL", "a display of EGL");
    const bool desktop = api == Api::desktop;
    eglBindAPI(desktop ? EGL_OPENGL_API : EGL_OPENGL_ES_API);
    const EGLint wanted[]{EGL_SURFACE_TYPE, 0, EGL_RENDERABLE_TYPE,
                          desktop ? EGL_OPENGL_BIT : EGL_OPENGL_ES3_BIT, EGL_NONE};
    EGLConfig config = nullptr;
    EGLint found = 0;
    if (!eglChooseConfig(display, wanted, &config, 1, &found) || found == 0) config = EGL_NO_CONFIG_KHR;
    const EGLint core[]{EGL_CONTEXT_MAJOR_VERSION,
                        3,
                        EGL_CONTEXT_MINOR_VERSION,
                        3,
                        EGL_CONTEXT_OPENGL_PROFILE_MASK,
                        EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                        EGL_NONE};
    const EGLint embedded[]{EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 0, EGL_NONE};
    context = eglCreateContext(display, config, EGL_NO_CONTEXT, desktop ? core : embedded);
    if (context == EGL_NO_CONTEXT || !eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context))
        return missing("OpenGL", desktop ? "a context of OpenGL 3.3" : "a context of OpenGL ES 3.0");
    return {};
}

Expected<void> HeadlessGl::State::make_picture() {
    glGenFramebuffers(1, &framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glGenRenderbuffers(2, buffers.data());
    glBindRenderbuffer(GL_RENDERBUFFER, buffers[0]);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, width, height);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, buffers[0]);
    glBindRenderbuffer(GL_RENDERBUFFER, buffers[1]);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH24_STENCIL8, width, height);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT, GL_RENDERBUFFER, buffers[1]);
    if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
        return missing("OpenGL", "a framebuffer with depth and stencil");
    return {};
}

HeadlessGl::HeadlessGl(std::unique_ptr<State> state) : state_(std::move(state)) {}
HeadlessGl::~HeadlessGl() = default;
HeadlessGl::HeadlessGl(HeadlessGl&&) noexcept = default;
HeadlessGl& HeadlessGl::operator=(HeadlessGl&&) noexcept = default;

Expected<HeadlessGl> HeadlessGl::create(int width, int height, Api api) {
    auto state = std::make_unique<State>();
    state->width = width;
    state->height = height;
    RK_CHECK(state->open(api));
    RK_CHECK(state->make_picture());
    RK_TRY(GlRenderer renderer, GlRenderer::create());
    state->renderer.emplace(std::move(renderer));
    return HeadlessGl(std::move(state));
}

void HeadlessGl::draw(const DrawList& list) {
    state_->use();
    glBindFramebuffer(GL_FRAMEBUFFER, state_->framebuffer);
    state_->renderer->draw(list, {0, 0, state_->width, state_->height});
}

RgbaPicture HeadlessGl::picture() const {
    state_->use();
    glBindFramebuffer(GL_FRAMEBUFFER, state_->framebuffer);
    RgbaPicture picture = RgbaPicture::blank(state_->width, state_->height);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, picture.width, picture.height, GL_RGBA, GL_UNSIGNED_BYTE, picture.pixels.data());
    const std::ptrdiff_t row = 4 * std::ptrdiff_t{picture.width};
    for (std::ptrdiff_t y = 0; y < picture.height / 2; ++y)
        std::swap_ranges(picture.pixels.begin() + y * row, picture.pixels.begin() + (y + 1) * row,
                         picture.pixels.end() - (y + 1) * row);
    for (std::size_t i = 3; i < picture.pixels.size(); i += 4) picture.pixels[i] = 255;
    return picture;
}

std::vector<float> HeadlessGl::depths() const {
    state_->use();
    glBindFramebuffer(GL_FRAMEBUFFER, state_->framebuffer);
    std::vector<float> depths(static_cast<std::size_t>(state_->width) *
                              static_cast<std::size_t>(state_->height));
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, state_->width, state_->height, GL_DEPTH_COMPONENT, GL_FLOAT, depths.data());
    const std::ptrdiff_t row = state_->width;
    for (std::ptrdiff_t y = 0; y < state_->height / 2; ++y)
        std::swap_ranges(depths.begin() + y * row, depths.begin() + (y + 1) * row,
                         depths.end() - (y + 1) * row);
    return depths;
}

std::string HeadlessGl::name() const {
    state_->use();
    return std::string(reinterpret_cast<const char*>(glGetString(GL_RENDERER))) + ", " +
           reinterpret_cast<const char*>(glGetString(GL_VERSION));
}

} // namespace rekindle::emi
