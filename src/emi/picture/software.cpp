#include "emi/picture/software.h"

#include <cstring>

#include "base/crew.h"
#include "emi/picture/raster.h"

namespace rekindle::emi {

struct SoftwareRenderer::State {
    Crew crew;
    raster::Work work;
    int pitch;
    std::vector<std::uint32_t> colors;
    std::vector<float> depths;

    State(int width, int height, unsigned threads) : crew(threads), pitch((width + 3 + 3) / 4 * 4) {
        work.width = width;
        work.height = height;
        const std::size_t size = static_cast<std::size_t>(pitch) * static_cast<std::size_t>(height);
        colors.assign(size, 0xFF000000);
        depths.assign(size, 1.0f);
    }
};

SoftwareRenderer::SoftwareRenderer(int width, int height, unsigned threads)
    : state_(std::make_unique<State>(width, height, threads)) {}
SoftwareRenderer::~SoftwareRenderer() = default;
SoftwareRenderer::SoftwareRenderer(SoftwareRenderer&&) noexcept = default;
SoftwareRenderer& SoftwareRenderer::operator=(SoftwareRenderer&&) noexcept = default;

void SoftwareRenderer::draw(const DrawList& list) {
    State& state = *state_;
    raster::prepare(state.work, list);
    const raster::Surface surface{state.colors.data(), state.depths.data(), state.pitch};
    state.crew.run(state.work.bands.size(), [&](std::size_t band) {
        std::vector<std::uint8_t> mask; // filled by shadows only
        raster::fill_band(state.work, band, surface, mask);
    });
}

RgbaPicture SoftwareRenderer::picture() const {
    RgbaPicture picture = RgbaPicture::blank(state_->work.width, state_->work.height);
    const std::size_t row = 4 * static_cast<std::size_t>(picture.width);
    for (int y = 0; y < picture.height; ++y)
        std::memcpy(picture.pixels.data() + static_cast<std::size_t>(y) * row,
                    state_->colors.data() + std::ptrdiff_t{y} * state_->pitch, row);
    return picture;
}

float SoftwareRenderer::depth(int x, int y) const {
    return state_->depths[static_cast<std::size_t>(y) * static_cast<std::size_t>(state_->pitch) +
                          static_cast<std::size_t>(x)];
}

} // namespace rekindle::emi
