#include "flashback/data/tile_banks.h"

#include <algorithm>

#include <fmt/format.h>

#include "flashback/data/packer.h"

namespace rekindle::flashback {

namespace {

constexpr std::size_t entry_bytes = 6;
constexpr std::size_t most_banks = 255;
constexpr std::uint16_t raw_bit = 0x8000;

std::uint16_t count_word(const TileBank& bank, BankFile kind) {
    const auto count = static_cast<std::uint16_t>(bank.count());
    if (!bank.raw) return count;
    return kind == BankFile::bnq ? static_cast<std::uint16_t>(-count)
                                 : static_cast<std::uint16_t>(count | raw_bit);
}

std::size_t raw_count(std::uint16_t word, BankFile kind) {
    return kind == BankFile::bnq ? 0x10000u - word : word & 0x7FFFu;
}

Bytes copy(ByteView view) { return {view.begin(), view.end()}; }

// One entry of the table; `data_end` is the end of the previous bank's data and moves on.
Expected<TileBank> read_bank(Reader& in, BankFile kind, std::size_t& data_end) {
    const std::size_t at = in.offset();
    const std::uint32_t word = in.u32(Endian::big);
    const std::uint16_t count = in.u16(Endian::big);
    if (!in) return in.unexpected();

    TileBank bank;
    const std::size_t offset = word & 0xFFFF;
    bank.offset_high = static_cast<std::uint16_t>(word >> 16);
    if (at == 0) bank.offset_high &= 0xFF; // the top byte is the number of entries
    if (count == 0) {
        if (offset != data_end) bank.empty_offset = static_cast<std::uint16_t>(offset);
        return bank;
    }
    bank.raw = count >= raw_bit;
    const std::size_t tiles = bank.raw ? raw_count(count, kind) : count;
    in.expect_at(tiles >= 1 && tiles <= most_tiles_in_bank, at + 4, "a bank of 1...256 tiles", tiles);
    in.expect_at(offset >= data_end, at,
                 fmt::format("an offset behind the data before it, at least {}", data_end), offset);
    const std::size_t end = bank.raw ? offset + tiles * tile_bytes : offset;
    in.expect_at(end <= in.size(), at, fmt::format("a bank inside the {} bytes of the file", in.size()), end);
    if (!in) return in.unexpected();

    if (bank.raw) {
        bank.tiles = copy(in.data().subspan(offset, tiles * tile_bytes));
    } else {
        RK_TRY(UnpackedStream stream,
               unpack_stream(in.data(), data_end, end, UnpackedSize::exactly(tiles * tile_bytes), in.file()));
        bank.tiles = std::move(stream.bytes);
    }
    bank.stored = copy(in.data().subspan(data_end, end - data_end));
    data_end = end;
    return bank;
}

// `stored` is still what `tiles` are packed to.
bool is_untouched(const TileBank& bank) {
    if (bank.stored.empty()) return false;
    if (bank.raw)
        return bank.stored.size() >= bank.tiles.size() &&
               std::equal(bank.tiles.rbegin(), bank.tiles.rend(), bank.stored.rbegin());
    const auto stream = unpack_stream(bank.stored, 0, bank.stored.size(),
                                      UnpackedSize::exactly(bank.tiles.size()), "stored bank");
    return stream && stream->bytes == bank.tiles;
}

Bytes data_of(const TileBank& bank) {
    if (is_untouched(bank)) return bank.stored;
    return bank.raw ? bank.tiles : pack(bank.tiles);
}

} // namespace

Expected<TileBanks> read_tile_banks(ByteView data, BankFile kind, std::string_view file) {
    Reader in(data, file);
    const std::size_t count = in.u8();
    in.expect_at(count >= 1, 0, "at least one bank", count);
    in.expect_at(count * entry_bytes <= data.size(), 0,
                 fmt::format("a table of banks inside the {} bytes of the file", data.size()),
                 count * entry_bytes);
    in.seek(0);
    TileBanks banks;
    std::size_t data_end = count * entry_bytes;
    for (std::size_t i = 0; in && i < count; ++i) {
        RK_TRY(TileBank bank, read_bank(in, kind, data_end));
        banks.banks.push_back(std::move(bank));
    }
    if (!in) return in.unexpected();
    banks.trailing = copy(data.subspan(data_end));
    return banks;
}

Expected<Bytes> write_tile_banks(const TileBanks& banks, BankFile kind) {
    const std::size_t count = banks.banks.size();
    if (count < 1 || count > most_banks) return usage_error("1...255 tile banks", fmt::format("{}", count));
    Writer table, data;
    for (std::size_t i = 0; i < count; ++i) {
        const TileBank& bank = banks.banks[i];
        if (bank.tiles.size() % tile_bytes != 0 || bank.count() > most_tiles_in_bank)
            return usage_error("banks of at most 256 whole tiles of 32 bytes",
                               fmt::format("{} bytes in bank {}", bank.tiles.size(), i));
        const std::size_t start = count * entry_bytes + data.size();
        std::size_t offset = bank.empty_offset.value_or(static_cast<std::uint16_t>(start));
        if (!bank.tiles.empty()) {
            data.bytes(data_of(bank));
            const std::size_t end = count * entry_bytes + data.size();
            offset = bank.raw ? end - bank.tiles.size() : end;
        }
        if (offset > 0xFFFF || start > 0xFFFF)
            return usage_error("tile banks of at most 64 KiB", fmt::format("more from bank {} on", i));
        const std::uint32_t high =
            i == 0 ? static_cast<std::uint32_t>(count << 8 | (bank.offset_high & 0xFF)) : bank.offset_high;
        table.u32(high << 16 | static_cast<std::uint32_t>(offset), Endian::big);
        table.u16(bank.tiles.empty() ? std::uint16_t{0} : count_word(bank, kind), Endian::big);
    }
    table.bytes(data.view());
    table.bytes(banks.trailing);
    return table.take();
}

} // namespace rekindle::flashback
