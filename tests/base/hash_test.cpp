#include "base/hash.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace rekindle {

TEST(Crc32, IsTheCommonOneAndContinuesOverPartsEvenEmptyOnes) {
    EXPECT_EQ(crc32(as_bytes("123456789")), 0xCBF43926u); // the check value of CRC-32
    EXPECT_EQ(crc32(as_bytes("6789"), crc32({}, crc32(as_bytes("12345")))), 0xCBF43926u);
}

// The test suite of RFC 1321, A.5, where it meets the ends of blocks.
TEST(Md5, IsTheOneOfRfc1321) {
    const auto sum = [](std::string_view text) {
        return fmt::format("{:02x}", fmt::join(md5(as_bytes(text)), ""));
    };
    EXPECT_EQ(sum(""), "d41d8cd98f00b204e9800998ecf8427e");
    EXPECT_EQ(sum("message digest"), "f96b697d7cb7938d525a2f31aaf161d0");
    EXPECT_EQ(sum("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"),
              "d174ab98d277d9f5a5611c2c9f419d9f");
    EXPECT_EQ(sum("12345678901234567890123456789012345678901234567890123456789012345678901234567890"),
              "57edf4a22be3c955ac49da2e2107b67a");
}

} // namespace rekindle
