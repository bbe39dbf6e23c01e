#pragma once
// The two compiled scripts that the specification lists byte by byte (§3.2 and §19.2), with their sources.

#include <string>
#include <string_view>

#include "base/bytes.h"

namespace rekindle::lua::test {

inline Bytes from_hex(std::string_view text) {
    Bytes bytes;
    int high = -1;
    for (const char c : text) {
        const int digit = c >= '0' && c <= '9' ? c - '0' : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
        if (digit < 0) continue;
        if (high < 0)
            high = digit;
        else
            bytes.push_back(static_cast<Byte>(high * 16 + digit)), high = -1;
    }
    return bytes;
}

inline constexpr std::string_view pi_source = "PI2 = PI * 2\n";
inline Bytes pi_bytes() {
    return from_hex("1B 4C 75 61 31 04 46 0A BF 17 00 00 00 07 8B CC D1 93 8A 9E FF 00 00 00 07"
                    "02 00 20 06 63 4B 00 00 02 53 00 04 AF B6 CD FF 53 00 03 AF B6 FF 00 00 24");
}

inline constexpr std::string_view system_source = R"(function idle_loop()
  while 1 do
    break_here()
  end
end
function BOOT(resume, param)
  MakeCurrentSet("room.set")
  MakeCurrentSetup(0)
  hero = LoadActor("hero")
  PutActorInSet(hero, "room.set")
  PutActorAt(hero, 0, 0, 0)
  SetActorVisibility(hero, 1)
  PlayActorChore(hero, "wear", "box.cos", nil, 0)
  PlayActorChore(hero, "idle", "box.cos", 1, 0)
  PlayActorChore(hero, "sparkle", "box.cos", nil, 0)
  start_script(idle_loop)
end
)";
inline Bytes system_bytes() {
    return from_hex(R"(1B 4C 75 61 31 04 46 0A BF 17 00 00 00 0C A0 8C
        86 8C 8B 9A 92 D1 93 8A 9E FF 00 00 00 07 01 00
        0A 4B 0C 4D 00 00 04 53 00 0A 96 9B 93 9A A0 93
        90 90 8F FF 46 53 00 05 BD B0 B0 AB FF 46 00 00
        23 00 01 00 01 00 0C A0 8C 86 8C 8B 9A 92 D1 93
        8A 9E FF 00 00 00 0B 01 00 6D 03 1F 79 00 05 71
        06 00 00 01 53 00 0B 9D 8D 9A 9E 94 A0 97 9A 8D
        9A FF 00 00 24 23 00 03 00 06 00 0C A0 8C 86 8C
        8B 9A 92 D1 93 8A 9E FF 00 00 00 48 08 02 1F 0A
        79 01 21 04 79 01 23 0C 7A 01 4E 24 22 0A 79 02
        25 22 04 04 04 79 04 26 22 05 79 02 1E 08 22 08
        09 08 0A 02 04 79 05 1E 08 22 08 0B 08 0A 05 04
        79 05 1E 08 22 08 0C 08 0A 02 04 79 05 1E 0D 1E
        0E 79 01 00 00 0F 53 00 0F B2 9E 94 9A BC 8A 8D
        8D 9A 91 8B AC 9A 8B FF 53 00 09 8D 90 90 92 D1
        8C 9A 8B FF 53 00 11 B2 9E 94 9A BC 8A 8D 8D 9A
        91 8B AC 9A 8B 8A 8F FF 53 00 05 97 9A 8D 90 FF
        53 00 0A B3 90 9E 9B BE 9C 8B 90 8D FF 53 00 0E
        AF 8A 8B BE 9C 8B 90 8D B6 91 AC 9A 8B FF 53 00
        0B AF 8A 8B BE 9C 8B 90 8D BE 8B FF 53 00 13 AC
        9A 8B BE 9C 8B 90 8D A9 96 8C 96 9D 96 93 96 8B
        86 FF 53 00 0F AF 93 9E 86 BE 9C 8B 90 8D BC 97
        90 8D 9A FF 53 00 05 88 9A 9E 8D FF 53 00 08 9D
        90 87 D1 9C 90 8C FF 53 00 05 96 9B 93 9A FF 53
        00 08 8C 8F 9E 8D 94 93 9A FF 53 00 0D 8C 8B 9E
        8D 8B A0 8C 9C 8D 96 8F 8B FF 53 00 0A 96 9B 93
        9A A0 93 90 90 8F FF 00 00 24 24)");
}

} // namespace rekindle::lua::test
