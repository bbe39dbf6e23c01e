#include "flashback/data/tile_banks.h"

#include "base/hash.h"
#include "flashback/data/bank_map.h"
#include "support/damage.h"
#include "support/flashback_demo.h"

namespace rekindle::flashback {

namespace {

Bytes noise(std::size_t size, std::uint32_t state) {
    Bytes bytes(size);
    for (Byte& byte : bytes) byte = static_cast<Byte>((state = state * 1664525 + 1013904223) >> 24);
    return bytes;
}

TileBanks three_banks() {
    TileBanks banks;
    banks.banks.resize(3);
    banks.banks[0].tiles = noise(2 * tile_bytes, 1);
    banks.banks[0].raw = true;
    banks.banks[2].tiles = Bytes(256 * tile_bytes, 7);
    return banks;
}

// The same tiles without what the file held.
TileBanks stripped(TileBanks banks) {
    for (TileBank& bank : banks.banks) bank.stored.clear();
    return banks;
}

} // namespace

TEST(TileBanks, OfTheDemoHaveTheCountsOfTheSpec) {
    RK_NEEDS_SHARED();
    struct Case {
        const char* name;
        std::size_t banks, packed, raw, empty, tiles;
        std::uint32_t crc;
    };
    for (const Case& c : {Case{"LEVEL1.MBK", 51, 21, 0, 30, 853, 0xf1e6d5fa},
                          {"LEVEL3.MBK", 42, 17, 0, 25, 513, 0x4fc0ff48},
                          {"LEVEL5.MBK", 63, 28, 0, 35, 1381, 0xd755c2d9},
                          {"LEVEL1.BNQ", 51, 28, 2, 21, 561, 0x9d76b326},
                          {"LEVEL3.BNQ", 42, 24, 1, 17, 538, 0xa83ad72e},
                          {"LEVEL5.BNQ", 63, 35, 0, 28, 2607, 0x6c6a00ff}}) {
        SCOPED_TRACE(c.name);
        const BankFile kind = std::string_view(c.name).ends_with("BNQ") ? BankFile::bnq : BankFile::mbk;
        const Bytes bytes = demo_file(c.name);
        const TileBanks banks = must(read_tile_banks(bytes, kind, c.name));
        std::size_t packed = 0, raw = 0, empty = 0, tiles = 0;
        std::uint32_t crc = 0;
        for (const TileBank& bank : banks.banks) {
            ++(bank.tiles.empty() ? empty : bank.raw ? raw : packed);
            tiles += bank.count();
            crc = crc32(bank.tiles, crc);
        }
        EXPECT_EQ(banks.banks.size(), c.banks);
        EXPECT_EQ(packed, c.packed);
        EXPECT_EQ(raw, c.raw);
        EXPECT_EQ(empty, c.empty);
        EXPECT_EQ(tiles, c.tiles);
        EXPECT_EQ(crc, c.crc);
        EXPECT_TRUE(banks.trailing.empty());

        EXPECT_EQ(must(write_tile_banks(banks, kind)), bytes);
        const TileBanks again =
            must(read_tile_banks(must(write_tile_banks(stripped(banks), kind)), kind, "packed anew"));
        EXPECT_EQ(stripped(again), stripped(banks));
    }
}

TEST(TileBanks, KeepUntouchedBanksAndPackTheChangedOne) {
    RK_NEEDS_SHARED();
    TileBanks banks = must(read_tile_banks(demo_file("LEVEL1.BNQ"), BankFile::bnq, "LEVEL1.BNQ"));
    std::size_t changed = 0;
    while (banks.banks[changed].tiles.empty() || banks.banks[changed].raw) ++changed;
    banks.banks[changed].tiles[5] ^= 0xFF;
    const TileBanks again =
        must(read_tile_banks(must(write_tile_banks(banks, BankFile::bnq)), BankFile::bnq, "changed"));
    for (std::size_t i = 0; i < banks.banks.size(); ++i) {
        EXPECT_EQ(again.banks[i].tiles, banks.banks[i].tiles) << i;
        EXPECT_EQ(again.banks[i].stored == banks.banks[i].stored,
                  i != changed || banks.banks[i].stored.empty())
            << i;
    }
}

TEST(TileBanks, CountRawBanksNegativelyInBnqAndWithTheTopBitInMbk) {
    TileBanks banks = three_banks();
    for (const auto& [kind, word] : {std::pair{BankFile::bnq, 0xFFFEu}, {BankFile::mbk, 0x8002u}}) {
        const Bytes bytes = must(write_tile_banks(banks, kind));
        Reader in(bytes, "x");
        EXPECT_EQ(in.u32(Endian::big), 0x03000012u) << "three entries; raw tiles start behind the table";
        EXPECT_EQ(in.u16(Endian::big), word);
        EXPECT_EQ(in.u32(Endian::big), 18u + 64) << "an empty bank has the end of the data before it";
        EXPECT_EQ(in.u16(Endian::big), 0);
        EXPECT_EQ(in.u32(Endian::big), bytes.size()) << "a packed bank has the end of its stream";
        EXPECT_EQ(in.u16(Endian::big), 256);
        EXPECT_EQ(stripped(must(read_tile_banks(bytes, kind, "x"))), banks);
    }
}

TEST(TileBanks, KeepWhatHasNoMeaning) {
    Bytes bytes = must(write_tile_banks(three_banks(), BankFile::bnq));
    bytes[1] = 0x12;       // between the number of entries and the first offset
    bytes[6] = 0x34;       // upper half of an offset
    bytes[9] = 0x99;       // an empty bank's offset
    bytes.push_back(0xAB); // behind the last bank
    EXPECT_EQ(must(write_tile_banks(must(read_tile_banks(bytes, BankFile::bnq, "x")), BankFile::bnq)), bytes);
}

TEST(TileBanks, AreRefusedWhereTheyDoNotFit) {
    const Bytes good = must(write_tile_banks(three_banks(), BankFile::bnq));
    const auto damaged = [&](std::size_t at, Byte value) {
        Bytes bytes = good;
        bytes[at] = value;
        return error_of(read_tile_banks(bytes, BankFile::bnq, "x.BNQ"));
    };
    EXPECT_EQ(error_of(read_tile_banks({}, BankFile::bnq, "x.BNQ")),
              "x.BNQ at 0x0 (0): expected 1 more bytes, found 0 before the end");
    EXPECT_EQ(damaged(0, 0), "x.BNQ at 0x0 (0): expected at least one bank, found 0");
    EXPECT_EQ(error_of(read_tile_banks(Bytes{2, 0, 0, 12, 0, 0}, BankFile::bnq, "x.BNQ")),
              "x.BNQ at 0x0 (0): expected a table of banks inside the 6 bytes of the file, found 12");
    EXPECT_EQ(damaged(3, 17),
              "x.BNQ at 0x0 (0): expected an offset behind the data before it, at least 18, found 17");
    EXPECT_NE(damaged(5, 0x00), "no error") << "256 raw tiles where there are two";
    EXPECT_EQ(damaged(16, 2), "x.BNQ at 0x10 (16): expected a bank of 1...256 tiles, found 512");
    EXPECT_NE(damaged(17, 1), "no error") << "the stream has another size than the count says";
    EXPECT_NE(damaged(14, 0xFF), "no error") << "a stream beyond the file";
    EXPECT_NE(damaged(good.size() - 9, good[good.size() - 9] ^ 1), "no error") << "a broken stream";
}

TEST(TileBanks, AreNotWrittenWhereTheFileCanNotHoldThem) {
    EXPECT_FALSE(write_tile_banks({}, BankFile::bnq));
    TileBanks banks;
    banks.banks.resize(256);
    EXPECT_FALSE(write_tile_banks(banks, BankFile::bnq));
    banks.banks.resize(1);
    banks.banks[0].tiles = Bytes(33);
    EXPECT_FALSE(write_tile_banks(banks, BankFile::bnq));
    banks.banks[0].tiles = Bytes(257 * tile_bytes);
    EXPECT_FALSE(write_tile_banks(banks, BankFile::bnq));
    banks.banks.resize(9);
    for (TileBank& bank : banks.banks) bank = {.tiles = noise(256 * tile_bytes, 3), .raw = true};
    EXPECT_FALSE(write_tile_banks(banks, BankFile::bnq)) << "72 KiB";
    banks.banks.resize(7);
    EXPECT_TRUE(write_tile_banks(banks, BankFile::bnq));
}

TEST(TileBanks, SurviveDamage) {
    const Bytes good = must(write_tile_banks(three_banks(), BankFile::bnq));
    const auto load = [](ByteView bytes) {
        for (const BankFile kind : {BankFile::bnq, BankFile::mbk})
            if (const auto banks = read_tile_banks(bytes, kind, "damaged")) {
                EXPECT_EQ(must(write_tile_banks(*banks, kind)), Bytes(bytes.begin(), bytes.end()));
            }
    };
    test::for_each_truncation(good, load);
    test::for_each_bit_flip(good, load);
}

TEST(BankMap, HasSeventyFourEntriesThatNameBanks) {
    Bytes bytes(74, 0);
    bytes[73] = 5;
    const BankMap map = must(read_bank_map(bytes, "x.RP"));
    EXPECT_EQ(write_bank_map(map), bytes);
    EXPECT_TRUE(check_bank_map(map, 6, "x.RP"));
    EXPECT_EQ(error_of(check_bank_map(map, 5, "x.RP")),
              "x.RP at 0x49 (73): expected an entry of the MBK file, below 5, found 5");
    EXPECT_FALSE(read_bank_map(Bytes(73), "x.RP"));
    EXPECT_FALSE(read_bank_map(Bytes(75), "x.RP"));
}

TEST(BankMap, OfTheDemoNamesEntriesOfItsMbk) {
    RK_NEEDS_SHARED();
    for (const std::string level : {"LEVEL1", "LEVEL3", "LEVEL5"}) {
        const Bytes bytes = demo_file(level + ".RP");
        const BankMap map = must(read_bank_map(bytes, level));
        EXPECT_EQ(write_bank_map(map), bytes);
        const TileBanks banks = must(read_tile_banks(demo_file(level + ".MBK"), BankFile::mbk, level));
        EXPECT_TRUE(check_bank_map(map, banks.banks.size(), level));
        EXPECT_TRUE(banks.banks[0].tiles.empty());
    }
}

} // namespace rekindle::flashback
