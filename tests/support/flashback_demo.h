#pragma once
// The demo's files by name, and shorthands, for the tests of the room formats.

#include <gtest/gtest.h>

#include "flashback/data/data_set.h"
#include "support/shared.h"

namespace rekindle::flashback {

inline Bytes demo_file(std::string_view name) {
    static const auto demo = DataSet::open(test::flashback_demo());
    if (!demo) {
        ADD_FAILURE() << demo.error().line();
        return {};
    }
    auto bytes = demo->read(name);
    if (!bytes) {
        ADD_FAILURE() << bytes.error().line();
        return {};
    }
    return *std::move(bytes);
}

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
