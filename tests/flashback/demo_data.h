#pragma once
// The real demo's files, unpacked, by name. Only behind RK_NEEDS_SHARED().

#include <gtest/gtest.h>

#include "flashback/data/data_set.h"
#include "support/shared.h"

namespace rekindle::test {

inline const flashback::DataSet& demo_data() {
    static const flashback::DataSet data = flashback::DataSet::open(flashback_demo()).value();
    return data;
}

inline Bytes demo_file(std::string_view name) {
    auto bytes = demo_data().read(name);
    EXPECT_TRUE(bytes) << bytes.error().line();
    return std::move(bytes).value_or(Bytes{});
}

} // namespace rekindle::test
