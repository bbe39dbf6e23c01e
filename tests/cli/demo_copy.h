#pragma once
// A copy of the real demo that a test may damage.

#include <gtest/gtest.h>

#include "base/files.h"
#include "support/shared.h"
#include "support/temporary.h"

namespace rekindle::test {

class DemoCopy {
  public:
    DemoCopy() {
        for (const auto& path : list_files(flashback_demo()))
            EXPECT_TRUE(write_file(folder_.path() / path.filename(), ByteView(must_read(path))));
    }
    std::string path() const { return folder_.path().string(); }
    void add(const char* name, const Bytes& bytes) const {
        EXPECT_TRUE(write_file(folder_.path() / name, ByteView(bytes)));
    }
    void remove(const char* name) const { std::filesystem::remove(folder_.path() / name); }
    void change(const char* name, std::size_t at) const {
        Bytes bytes = must_read(folder_.path() / name);
        bytes.at(at) ^= 0xFF;
        add(name, bytes);
    }

  private:
    TemporaryFolder folder_;
};

} // namespace rekindle::test
