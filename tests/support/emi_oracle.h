#pragma once
// The emi oracle in tests: its files (one tar in zstd) and its tables (a JSON object a line).

#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/bytes.h"
#include "base/zstd.h"
#include "support/shared.h"

namespace rekindle::test {

inline std::filesystem::path emi_oracle() { return shared_dir().value_or("") / "oracle/emi"; }

// Name → bytes of every member of files.tar.zst.
inline const std::map<std::string, Bytes>& emi_oracle_files() {
    static const std::map<std::string, Bytes> files = [] {
        std::map<std::string, Bytes> result;
        const Bytes packed = must_read(emi_oracle() / "files.tar.zst");
        const auto tar = zstd_decompress(packed, "files.tar.zst");
        if (!tar) return result;
        for (std::size_t at = 0; at + 512 <= tar->size() && (*tar)[at] != 0;) {
            const char* header = reinterpret_cast<const char*>(tar->data() + at);
            std::string name(header, strnlen(header, 100));
            const std::size_t size = std::strtoul(std::string(header + 124, 12).c_str(), nullptr, 8);
            if (name.starts_with("./")) name.erase(0, 2);
            const auto begin = tar->begin() + static_cast<std::ptrdiff_t>(at + 512);
            if (header[156] == '0' || header[156] == 0)
                result[name] = Bytes(begin, begin + static_cast<std::ptrdiff_t>(size));
            at += 512 + (size + 511) / 512 * 512;
        }
        return result;
    }();
    return files;
}

inline const Bytes& emi_oracle_file(const std::string& name) {
    const auto found = emi_oracle_files().find(name);
    if (found == emi_oracle_files().end()) {
        ADD_FAILURE() << "the oracle has no file " << name;
        static const Bytes none;
        return none;
    }
    return found->second;
}

inline std::vector<nlohmann::json> emi_oracle_lines(const std::string& table) {
    std::vector<nlohmann::json> lines;
    const Bytes bytes = must_read(emi_oracle() / table);
    const std::string text(bytes.begin(), bytes.end());
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        if (end > at) lines.push_back(nlohmann::json::parse(text.substr(at, end - at)));
        at = end + 1;
    }
    return lines;
}

} // namespace rekindle::test
