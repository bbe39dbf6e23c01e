// MD5 as RFC 1321 writes it down.
#include <bit>

#include "base/hash.h"

namespace rekindle {
namespace {

constexpr std::array<std::uint32_t, 64> sines{
    0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a, 0xa8304613, 0xfd469501,
    0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be, 0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821,
    0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa, 0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8,
    0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed, 0xa9e3e905, 0xfcefa3f8, 0x676f02d9, 0x8d2a4c8a,
    0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c, 0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70,
    0x289b7ec6, 0xeaa127fa, 0xd4ef3085, 0x04881d05, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665,
    0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039, 0x655b59c3, 0x8f0ccc92, 0xffeff47d, 0x85845dd1,
    0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1, 0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391};
constexpr std::array<std::array<int, 4>, 4> turns{
    {{7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}}};

using Digest = std::array<std::uint32_t, 4>;

void add_block(Digest& digest, ByteView block) {
    std::array<std::uint32_t, 16> words{};
    for (std::size_t i = 0; i < 64; ++i) words[i / 4] |= std::uint32_t{block[i]} << 8 * (i % 4);
    auto [a, b, c, d] = digest;
    for (std::size_t i = 0; i < 64; ++i) {
        std::uint32_t mixed = 0;
        std::size_t word = 0;
        switch (i / 16) {
        case 0: mixed = (b & c) | (~b & d), word = i; break;
        case 1: mixed = (d & b) | (~d & c), word = (5 * i + 1) % 16; break;
        case 2: mixed = b ^ c ^ d, word = (3 * i + 5) % 16; break;
        default: mixed = c ^ (b | ~d), word = 7 * i % 16; break;
        }
        const std::uint32_t sum = a + mixed + sines[i] + words[word];
        a = d, d = c, c = b;
        b += std::rotl(sum, turns[i / 16][i % 4]);
    }
    digest[0] += a, digest[1] += b, digest[2] += c, digest[3] += d;
}

} // namespace

std::array<std::uint8_t, 16> md5(ByteView bytes) {
    Digest digest{0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};
    const std::size_t whole = bytes.size() / 64 * 64;
    for (std::size_t at = 0; at < whole; at += 64) add_block(digest, bytes.subspan(at, 64));
    // The rest, a one bit, zeros, the length in bits.
    std::array<std::uint8_t, 128> end{};
    const std::size_t rest = bytes.size() - whole, size = rest < 56 ? 64 : 128;
    for (std::size_t i = 0; i < rest; ++i) end[i] = bytes[whole + i];
    end[rest] = 0x80;
    const std::uint64_t length = std::uint64_t{bytes.size()} * 8;
    for (std::size_t i = 0; i < 8; ++i) end[size - 8 + i] = static_cast<std::uint8_t>(length >> 8 * i);
    for (std::size_t at = 0; at < size; at += 64) add_block(digest, ByteView(end).subspan(at, 64));
    std::array<std::uint8_t, 16> result{};
    for (std::size_t i = 0; i < 16; ++i) result[i] = static_cast<std::uint8_t>(digest[i / 4] >> 8 * (i % 4));
    return result;
}

} // namespace rekindle
