#pragma once
// Bytes as C++ source, for the tools of the build that embed games.

#include <string>

#include <fmt/format.h>

#include "base/bytes.h"

namespace rekindle {

inline std::string byte_array(const std::string& variable, const Bytes& bytes) {
    std::string text = fmt::format("const unsigned char {}[{}] = {{", variable, bytes.size());
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        if (i % 32 == 0) text += '\n';
        text += std::to_string(bytes[i]);
        text += ',';
    }
    return text + "\n};\n";
}

} // namespace rekindle
