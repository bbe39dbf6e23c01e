#include "base/hash.h"

#include <gtest/gtest.h>

namespace rekindle {

TEST(Crc32, IsTheCommonOneAndContinuesOverPartsEvenEmptyOnes) {
    EXPECT_EQ(crc32(as_bytes("123456789")), 0xCBF43926u); // the check value of CRC-32
    EXPECT_EQ(crc32(as_bytes("6789"), crc32({}, crc32(as_bytes("12345")))), 0xCBF43926u);
}

} // namespace rekindle
