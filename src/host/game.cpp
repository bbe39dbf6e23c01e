#include "host/game.h"

namespace rekindle::host {

RgbaPicture to_rgba(const Frame& frame) {
    return frame.indexed != nullptr ? rekindle::to_rgba(*frame.indexed, *frame.palette) : *frame.rgba;
}

Expected<Bytes> encode_png(const Frame& frame) {
    return frame.indexed != nullptr ? rekindle::encode_png(*frame.indexed, *frame.palette)
                                    : rekindle::encode_png(*frame.rgba);
}

} // namespace rekindle::host
