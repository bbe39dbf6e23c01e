#pragma once
// rekindle render --lighting-lab: one figure under every light mode and angle, on one sheet.

#include <string>

#include "base/error.h"

namespace rekindle::cli {

// Writes the sheet and prints how bright the side towards the viewer is in each cell.
Expected<void> render_lighting_lab(const std::string& out);

} // namespace rekindle::cli
