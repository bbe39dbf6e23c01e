#pragma once
// The real demo's files, unpacked, by name, and shorthands for what loaders answer. Only behind
// RK_NEEDS_SHARED().

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

namespace rekindle::flashback {

using test::demo_file;

// The value, or a failure and a default one.
template <typename T>
T must(Expected<T> value) {
    if (value) return *std::move(value);
    ADD_FAILURE() << value.error().line();
    return T{};
}

template <typename T>
std::string error_of(const Expected<T>& value) {
    return value ? "no error" : value.error().line();
}

} // namespace rekindle::flashback
