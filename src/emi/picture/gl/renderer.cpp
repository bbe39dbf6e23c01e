#include "emi/picture/gl/renderer.h"

#include <epoxy/gl.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>

#include "emi/picture/gl/shaders.h"

namespace rekindle::emi {
namespace {

struct GlVertex {
    glm::vec4 position{0, 0, 0, 1};
    Vec3 normal;
    std::array<float, 2> uv{};
    Vec3 shading{1, 1, 1};
    std::array<std::uint8_t, 4> color{255, 255, 255, 255};
};

Expected<GLuint> compile(GLenum kind, const char* source) {
    const GLuint shader = glCreateShader(kind);
    const std::array<const char*, 2> parts{
        epoxy_is_desktop_gl() ? "#version 330 core\n"
                              : "#version 300 es\nprecision highp float;\nprecision highp int;\n",
        source};
    glShaderSource(shader, 2, parts.data(), nullptr);
    glCompileShader(shader);
    GLint done = 0;
    glGetShaderiv(shader, GL_COMPILE_STATUS, &done);
    if (done) return shader;
    std::array<char, 1024> why{};
    glGetShaderInfoLog(shader, static_cast<GLsizei>(why.size()), nullptr, why.data());
    glDeleteShader(shader);
    return bad_data("OpenGL", 0, "a shader that compiles", why.data());
}

Expected<GLuint> link_program() {
    RK_TRY(const GLuint vertex, compile(GL_VERTEX_SHADER, vertex_shader));
    RK_TRY(const GLuint fragment, compile(GL_FRAGMENT_SHADER, fragment_shader));
    const GLuint program = glCreateProgram();
    for (const GLuint shader : {vertex, fragment}) {
        glAttachShader(program, shader);
        glDeleteShader(shader);
    }
    glLinkProgram(program);
    GLint done = 0;
    glGetProgramiv(program, GL_LINK_STATUS, &done);
    if (done) return program;
    std::array<char, 1024> why{};
    glGetProgramInfoLog(program, static_cast<GLsizei>(why.size()), nullptr, why.data());
    glDeleteProgram(program);
    return bad_data("OpenGL", 0, "shaders that link", why.data());
}

// Every glyph in a cell of 64x64, 16 a row: outlines black, letters white.
RgbaPicture glyph_atlas(const Font& font) {
    const auto rows = static_cast<int>((font.glyphs.size() + 15) / 16);
    RgbaPicture atlas = RgbaPicture::blank(16 * 64, 64 * std::max(rows, 1));
    for (std::size_t i = 0; i < font.glyphs.size(); ++i) {
        const Glyph& glyph = font.glyphs[i];
        const ByteView pixels = glyph_pixels(font, glyph);
        for (std::size_t k = 0; k < pixels.size(); ++k) {
            if (pixels[k] != 0x80 && pixels[k] != 0xFF) continue;
            const std::size_t x = i % 16 * 64 + k % glyph.width, y = i / 16 * 64 + k / glyph.width;
            const Byte value = pixels[k] == 0xFF ? 255 : 0;
            Byte* to = &atlas.pixels[4 * (y * static_cast<std::size_t>(atlas.width) + x)];
            to[0] = to[1] = to[2] = value;
            to[3] = 255;
        }
    }
    return atlas;
}

GLint place_of(GLuint program, const char* name) { return glGetUniformLocation(program, name); }

} // namespace

struct GlRenderer::State {
    struct Kept {
        GLuint texture = 0;
        std::uint32_t version = 0;
    };
    GLuint program = 0, vertices = 0, indices = 0, array = 0, lights = 0;
    std::array<GLuint, 4> samplers{}; // by repeat·2 + linear
    struct {
        GLint to_clip, to_world, lit, half_lambert, first_light, light_count, textured, alpha_test;
    } uniform{};
    std::map<const RgbaPicture*, Kept> textures;
    struct Atlas {
        GLuint texture = 0;
        float height = 64;
    };
    std::map<const Font*, Atlas> fonts;
    std::vector<GlVertex> vertex_data;
    std::vector<std::uint32_t> index_data;

    ~State();
    void set_up();
    void forget();
    GLuint texture_of(const Texture& texture);
    const Atlas& atlas_of(const Font& font);
    void upload_lights(const DrawList& list);
    void apply(const Raster& raster, GLuint texture);
    void draw_indices(std::size_t first, std::size_t count) const;
};

namespace {

void upload(GLuint texture, const RgbaPicture& picture) {
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, picture.width, picture.height, 0, GL_RGBA, GL_UNSIGNED_BYTE,
                 picture.pixels.data());
}

const void* offset(std::size_t bytes) { return reinterpret_cast<const void*>(bytes); }

// Indices of one item, prepared before anything is drawn.
struct Job {
    std::size_t first = 0, count = 0;
};

// The vertices and indices of a whole list.
class Geometry {
  public:
    Geometry(const DrawList& list, std::vector<GlVertex>& vertices, std::vector<std::uint32_t>& indices)
        : list_(list), vertices_(vertices), indices_(indices) {
        vertices_.clear();
        indices_.clear();
        for (std::size_t i = 0; i < list.positions.size(); ++i) {
            GlVertex vertex;
            vertex.position = {list.positions[i].x, list.positions[i].y, list.positions[i].z, 1};
            vertex.normal = list.normals[i];
            vertex.uv = list.uvs[i];
            vertex.shading = list.shading[i];
            vertex.color = list.colors[i];
            vertices_.push_back(vertex);
        }
    }
    std::vector<Job> jobs(const Item& item) {
        made_.clear();
        std::visit(*this, item.what);
        return made_;
    }

    void operator()(const ClearItem&) {}
    void operator()(const QuadsItem& item) {
        for (std::uint32_t i = item.quads.first; i < item.quads.end(); ++i) {
            begin();
            std::array<GlVertex, 4> corners;
            for (std::size_t k = 0; k < 4; ++k) {
                const Corner& from = list_.quads[i].corners[k];
                corners[k].position = from.clip;
                corners[k].uv = {from.u, from.v};
                corners[k].color = from.color;
            }
            add_quad(corners);
            end();
        }
    }
    void operator()(const FacesItem& item) {
        begin();
        const std::uint32_t first = list_.models[item.model].vertices.first;
        for (std::uint32_t i = item.indices.first; i < item.indices.first + item.indices.count / 3 * 3; ++i)
            indices_.push_back(first + list_.indices[i]);
        end();
    }
    void operator()(const ShadowItem& item) {
        add_points(item.area, item.color, 0);
        add_points(item.triangles, item.color, item.bias);
    }
    void operator()(const DimItem& item) {
        const float keep = item.keep >= 0 ? std::min(item.keep, 1.0f) : 0;
        begin();
        add_rect({0, 0, 639, 479}, {0, 0, 0, static_cast<std::uint8_t>((1 - keep) * 255 + 0.5f)});
        end();
    }
    void operator()(const RectsItem& item) {
        begin();
        for (std::uint32_t i = item.rects.first; i < item.rects.end(); ++i)
            add_rect(list_.rects[i], {item.color.r, item.color.g, item.color.b, 255});
        end();
    }
    void operator()(const TextItem& item) {
        begin();
        for (std::uint32_t i = item.glyphs.first; i < item.glyphs.end(); ++i) {
            const PlacedGlyph& placed = list_.glyphs[i];
            const Glyph& glyph = item.font->glyphs[placed.glyph];
            const auto width = static_cast<std::int32_t>(glyph.width),
                       height = static_cast<std::int32_t>(glyph.height);
            const float rows = static_cast<float>((item.font->glyphs.size() + 15) / 16) * 64;
            const float u = static_cast<float>(placed.glyph % 16) / 16,
                        v = static_cast<float>(placed.glyph / 16 * 64) / rows;
            add_rect({placed.x, placed.y, placed.x + width - 1, placed.y + height - 1},
                     {item.color.r, item.color.g, item.color.b, 255},
                     {u, v, u + static_cast<float>(width) / 1024, v + static_cast<float>(height) / rows});
        }
        end();
    }

  private:
    void begin() { made_.push_back({indices_.size(), 0}); }
    void end() { made_.back().count = indices_.size() - made_.back().first; }
    void add_quad(const std::array<GlVertex, 4>& corners) {
        const auto first = static_cast<std::uint32_t>(vertices_.size());
        vertices_.insert(vertices_.end(), corners.begin(), corners.end());
        for (const std::uint32_t k : {0u, 1u, 2u, 0u, 2u, 3u}) indices_.push_back(first + k);
    }
    // uv: left, top, right, bottom.
    void add_rect(const Rect& rect, std::array<std::uint8_t, 4> color, std::array<float, 4> uv = {}) {
        if (rect.x2 < rect.x1 || rect.y2 < rect.y1) return;
        std::array<GlVertex, 4> corners;
        for (std::size_t k = 0; k < 4; ++k) {
            const bool right = k == 1 || k == 2, low = k >= 2;
            const auto x = static_cast<float>(right ? rect.x2 + 1 : rect.x1);
            const auto y = static_cast<float>(low ? rect.y2 + 1 : rect.y1);
            corners[k].position = {x / 320 - 1, 1 - y / 240, 0, 1};
            corners[k].uv = {uv[right ? 2 : 0], uv[low ? 3 : 1]};
            corners[k].color = color;
        }
        add_quad(corners);
    }
    void add_points(const Range& range, Color color, float bias) {
        begin();
        for (std::uint32_t i = range.first; i < range.first + range.count / 3 * 3; ++i) {
            GlVertex vertex;
            vertex.position = list_.points[i];
            vertex.position.z -= 2 * bias * vertex.position.w;
            vertex.color = {color.r, color.g, color.b, 255};
            indices_.push_back(static_cast<std::uint32_t>(vertices_.size()));
            vertices_.push_back(vertex);
        }
        end();
    }

    const DrawList& list_;
    std::vector<GlVertex>& vertices_;
    std::vector<std::uint32_t>& indices_;
    std::vector<Job> made_;
};

} // namespace

GlRenderer::State::~State() {
    forget();
    glDeleteProgram(program);
    glDeleteBuffers(1, &vertices);
    glDeleteBuffers(1, &indices);
    glDeleteVertexArrays(1, &array);
    glDeleteTextures(1, &lights);
    glDeleteSamplers(4, samplers.data());
}

void GlRenderer::State::forget() {
    for (const auto& [picture, kept] : textures) glDeleteTextures(1, &kept.texture);
    for (const auto& [font, atlas] : fonts) glDeleteTextures(1, &atlas.texture);
    textures.clear();
    fonts.clear();
}

void GlRenderer::State::set_up() {
    uniform = {place_of(program, "to_clip"),     place_of(program, "to_world"),
               place_of(program, "lit"),         place_of(program, "half_lambert"),
               place_of(program, "first_light"), place_of(program, "light_count"),
               place_of(program, "textured"),    place_of(program, "alpha_test")};
    glUseProgram(program);
    glUniform1i(place_of(program, "picture"), 0);
    glUniform1i(place_of(program, "lights"), 1);
    glGenVertexArrays(1, &array);
    glBindVertexArray(array);
    glGenBuffers(1, &vertices);
    glGenBuffers(1, &indices);
    glBindBuffer(GL_ARRAY_BUFFER, vertices);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, indices);
    const auto attribute = [](GLuint number, GLint size, GLenum type, std::size_t at) {
        glEnableVertexAttribArray(number);
        glVertexAttribPointer(number, size, type, GL_FALSE, sizeof(GlVertex), offset(at));
    };
    attribute(0, 4, GL_FLOAT, offsetof(GlVertex, position));
    attribute(1, 3, GL_FLOAT, offsetof(GlVertex, normal));
    attribute(2, 2, GL_FLOAT, offsetof(GlVertex, uv));
    attribute(3, 3, GL_FLOAT, offsetof(GlVertex, shading));
    attribute(4, 4, GL_UNSIGNED_BYTE, offsetof(GlVertex, color));
    glGenTextures(1, &lights);
    glGenSamplers(4, samplers.data());
    for (std::size_t i = 0; i < 4; ++i) {
        const GLint wrap = i & 2 ? GL_REPEAT : GL_CLAMP_TO_EDGE, filter = i & 1 ? GL_LINEAR : GL_NEAREST;
        glSamplerParameteri(samplers[i], GL_TEXTURE_WRAP_S, wrap);
        glSamplerParameteri(samplers[i], GL_TEXTURE_WRAP_T, wrap);
        glSamplerParameteri(samplers[i], GL_TEXTURE_MIN_FILTER, filter);
        glSamplerParameteri(samplers[i], GL_TEXTURE_MAG_FILTER, filter);
    }
}

GLuint GlRenderer::State::texture_of(const Texture& texture) {
    if (texture.picture == nullptr || texture.picture->width <= 0 || texture.picture->height <= 0) return 0;
    const auto [at, fresh] = textures.try_emplace(texture.picture);
    Kept& kept = at->second;
    if (fresh) glGenTextures(1, &kept.texture);
    if (fresh || kept.version != texture.version) upload(kept.texture, *texture.picture);
    kept.version = texture.version;
    return kept.texture;
}

const GlRenderer::State::Atlas& GlRenderer::State::atlas_of(const Font& font) {
    const auto [at, fresh] = fonts.try_emplace(&font);
    if (fresh) {
        const RgbaPicture picture = glyph_atlas(font);
        glGenTextures(1, &at->second.texture);
        upload(at->second.texture, picture);
        at->second.height = static_cast<float>(picture.height);
    }
    return at->second;
}

void GlRenderer::State::upload_lights(const DrawList& list) {
    std::vector<glm::vec4> rows;
    for (const Light& light : list.lights) {
        rows.emplace_back(static_cast<float>(light.type), light.near_range, light.far_range, light.umbra);
        rows.emplace_back(light.position, light.penumbra);
        rows.emplace_back(light.direction, 0);
        rows.emplace_back(light.color, 0);
    }
    if (rows.empty()) rows.resize(4);
    glActiveTexture(GL_TEXTURE1);
    glBindSampler(1, samplers[0]);
    glBindTexture(GL_TEXTURE_2D, lights);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA32F, 4, static_cast<GLsizei>(rows.size() / 4), 0, GL_RGBA, GL_FLOAT,
                 rows.data());
    glActiveTexture(GL_TEXTURE0);
}

void GlRenderer::State::apply(const Raster& raster, GLuint texture) {
    const auto enable = [](GLenum what, bool on) { on ? glEnable(what) : glDisable(what); };
    enable(GL_DEPTH_TEST, raster.depth_test || raster.depth_write);
    glDepthFunc(raster.depth_test ? GL_LEQUAL : GL_ALWAYS);
    glDepthMask(raster.depth_write ? GL_TRUE : GL_FALSE);
    enable(GL_BLEND, raster.blend != Blend::off);
    glBlendFunc(GL_SRC_ALPHA, raster.blend == Blend::additive ? GL_ONE : GL_ONE_MINUS_SRC_ALPHA);
    enable(GL_CULL_FACE, raster.cull);
    glUniform1i(uniform.alpha_test, raster.alpha_test);
    glUniform1i(uniform.textured, texture != 0);
    glBindTexture(GL_TEXTURE_2D, texture);
    glBindSampler(0, samplers[(raster.repeat ? 2u : 0u) + (raster.linear ? 1u : 0u)]);
}

void GlRenderer::State::draw_indices(std::size_t first, std::size_t count) const {
    if (count == 0) return;
    glDrawElements(GL_TRIANGLES, static_cast<GLsizei>(count), GL_UNSIGNED_INT,
                   offset(first * sizeof(std::uint32_t)));
}

namespace {

constexpr Raster rect_raster{};
constexpr Raster text_raster{.blend = Blend::alpha};
constexpr Raster area_raster{};

void set_matrix(GLint place, const glm::mat4& matrix) {
    glUniformMatrix4fv(place, 1, GL_FALSE, &matrix[0][0]);
}

} // namespace

GlRenderer::GlRenderer(std::unique_ptr<State> state) : state_(std::move(state)) {}
GlRenderer::~GlRenderer() = default;
GlRenderer::GlRenderer(GlRenderer&&) noexcept = default;
GlRenderer& GlRenderer::operator=(GlRenderer&&) noexcept = default;

Expected<GlRenderer> GlRenderer::create() {
    RK_TRY(const GLuint program, link_program());
    auto state = std::make_unique<State>();
    state->program = program;
    state->set_up();
    return GlRenderer(std::move(state));
}

void GlRenderer::forget_pictures() { state_->forget(); }

void GlRenderer::draw(const DrawList& list, const Viewport& viewport) {
    State& state = *state_;
    Geometry geometry(list, state.vertex_data, state.index_data);
    std::vector<std::vector<Job>> jobs;
    for (const Item& item : list.items) jobs.push_back(geometry.jobs(item));

    glViewport(viewport.x, viewport.y, viewport.width, viewport.height);
    glScissor(viewport.x, viewport.y, viewport.width, viewport.height);
    glEnable(GL_SCISSOR_TEST);
    glDisable(GL_STENCIL_TEST);
    glFrontFace(GL_CW);
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    glUseProgram(state.program);
    glBindVertexArray(state.array);
    const auto fill = [](GLenum target, GLuint buffer, const auto& data) {
        glBindBuffer(target, buffer);
        glBufferData(target, static_cast<GLsizeiptr>(data.size() * sizeof(data[0])), data.data(),
                     GL_STREAM_DRAW);
    };
    fill(GL_ARRAY_BUFFER, state.vertices, state.vertex_data);
    fill(GL_ELEMENT_ARRAY_BUFFER, state.indices, state.index_data);
    state.upload_lights(list);

    const glm::mat4 none(1);
    for (std::size_t i = 0; i < list.items.size(); ++i) {
        const Item& item = list.items[i];
        const Model* model = nullptr;
        int lit = 0;
        if (const auto* faces = std::get_if<FacesItem>(&item.what)) {
            model = &list.models[faces->model];
            if (!faces->unlit) lit = model->dynamic ? 2 : 1;
            set_matrix(state.uniform.to_world, model->to_world);
            glUniform1i(state.uniform.half_lambert, model->falloff == Falloff::half_lambert);
            glUniform1i(state.uniform.first_light, static_cast<GLint>(model->lights.first));
            glUniform1i(state.uniform.light_count, static_cast<GLint>(model->lights.count));
            state.apply(faces->raster, state.texture_of(faces->texture));
        }
        set_matrix(state.uniform.to_clip, model != nullptr ? model->to_clip : none);
        glUniform1i(state.uniform.lit, lit);
        if (const auto* clear = std::get_if<ClearItem>(&item.what)) {
            glDepthMask(GL_TRUE);
            glClearColor(0, 0, 0, 1);
            glClear(GL_DEPTH_BUFFER_BIT | (clear->color ? GL_COLOR_BUFFER_BIT : 0u));
        }
        if (std::holds_alternative<DimItem>(item.what)) state.apply(layer_raster, 0);
        if (std::holds_alternative<RectsItem>(item.what)) state.apply(rect_raster, 0);
        if (const auto* text = std::get_if<TextItem>(&item.what))
            state.apply(text_raster, state.atlas_of(*text->font).texture);
        if (std::holds_alternative<ShadowItem>(item.what)) {
            state.apply(area_raster, 0);
            glEnable(GL_STENCIL_TEST);
            glClear(GL_STENCIL_BUFFER_BIT);
            glColorMask(GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
            glStencilFunc(GL_ALWAYS, 1, 0xFF);
            glStencilOp(GL_REPLACE, GL_REPLACE, GL_REPLACE);
            state.draw_indices(jobs[i][0].first, jobs[i][0].count);
            state.apply(shadow_raster, 0);
            glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
            glStencilFunc(GL_EQUAL, 1, 0xFF);
            glStencilOp(GL_KEEP, GL_KEEP, GL_KEEP);
            state.draw_indices(jobs[i][1].first, jobs[i][1].count);
            glDisable(GL_STENCIL_TEST);
            continue;
        }
        for (std::size_t k = 0; k < jobs[i].size(); ++k) {
            if (const auto* quads = std::get_if<QuadsItem>(&item.what))
                state.apply(quads->raster, state.texture_of(list.quads[quads->quads.first + k].texture));
            state.draw_indices(jobs[i][k].first, jobs[i][k].count);
        }
    }
    glDisable(GL_SCISSOR_TEST);
    glBindVertexArray(0);
}

} // namespace rekindle::emi
