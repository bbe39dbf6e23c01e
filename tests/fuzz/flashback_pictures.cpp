// The small formats of the picture and the texts: GLOBAL.SPC, SPR + OFF, ICN, FNT, TBN, the dialog table.
// What is read must be written and read again as the same value.

#include "flashback/data/data_set.h"
#include "flashback/data/dialog_texts.h"
#include "flashback/data/font.h"
#include "flashback/data/icons.h"
#include "flashback/data/objects.h"
#include "flashback/data/sprites.h"
#include "flashback/data/text_table.h"
#include "fuzz/fuzz.h"

namespace {

using namespace rekindle;
using namespace rekindle::flashback;
using test::must;

enum Kind : int { objects, icons, font, texts, dialogs, sprites, kinds };

template <typename T, typename Read, typename Write>
void there_and_back(const Expected<T>& value, Read&& read, Write&& write) {
    if (!value) return;
    const Expected<Bytes> bytes = write(*value);
    // Texts that shared their bytes may not fit when each has its own.
    if (!bytes && std::is_same_v<T, TextTable>) return;
    must(bytes.has_value());
    const auto again = read(*bytes);
    must(again.has_value() && *again == *value);
}

// The first two bytes (low first) are the size of OFF, which comes before SPR.
void read_pair(ByteView bytes) {
    if (bytes.size() < 2) return;
    const std::size_t wanted = bytes[0] + std::size_t{256} * bytes[1];
    bytes = bytes.subspan(2);
    const ByteView off = bytes.first(std::min(wanted, bytes.size())), spr = bytes.subspan(off.size());
    const auto set = read_sprites(spr, "SPR", off, "OFF");
    if (!set) return;
    const Bytes spr_again = write_sprite_pictures(*set), off_again = write_sprite_offsets(*set);
    must(std::equal(spr.begin(), spr.end(), spr_again.begin(), spr_again.end()));
    must(std::equal(off.begin(), off.end(), off_again.begin(), off_again.end()));
    for (const SpriteEntry& entry : set->entries) {
        if (!entry.sprite) continue;
        const IndexedPicture picture = decode_sprite(*entry.sprite);
        const auto encoded = encode_sprite(picture, 0, 0);
        must(encoded.has_value() && decode_sprite(*encoded) == picture);
    }
}

void add_seeds(test::SeedWriter& seeds) {
    if (!test::shared_dir()) return;
    const auto data = DataSet::open(test::flashback_demo());
    if (!data) return;
    const auto file = [&](const char* name) { return data->read(name).value_or(Bytes{}); };
    seeds.add("objects", file("GLOBAL.SPC"), objects);
    seeds.add("icons", file("GLOBAL.ICN"), icons);
    seeds.add("font", file("FB_TXT.FNT"), font);
    seeds.add("texts", file("LEVEL1.TBN"), texts);
    seeds.add("dialogs", write_dialog_texts(own_dialog_texts()).value(), dialogs);
    const Bytes spr = file("JUNKY.SPR"), off = file("JUNKY.OFF");
    Bytes pair{static_cast<Byte>(off.size() & 255), static_cast<Byte>(off.size() >> 8)};
    pair.insert(pair.end(), off.begin(), off.end());
    pair.insert(pair.end(), spr.begin(), spr.end());
    seeds.add("sprites", pair, sprites);
}

} // namespace

RK_FUZZ_SEEDS(add_seeds)

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const ByteView bytes(data + 1, size - 1);
    switch (data[0] % kinds) {
    case objects:
        there_and_back(
            read_objects(bytes, "SPC"), [](ByteView b) { return read_objects(b, "SPC"); }, write_objects);
        break;
    case icons:
        there_and_back(
            read_icons(bytes, "ICN"), [](ByteView b) { return read_icons(b, "ICN"); }, write_icons);
        break;
    case font:
        there_and_back(
            read_font(bytes, "FNT"), [](ByteView b) { return read_font(b, "FNT"); }, write_font);
        break;
    case texts:
        there_and_back(
            read_text_table(bytes, "TBN"), [](ByteView b) { return read_text_table(b, "TBN"); },
            [](const TextTable& table) { return write_text_table(table); });
        break;
    case dialogs:
        there_and_back(
            read_dialog_texts(bytes, "EXE"), [](ByteView b) { return read_dialog_texts(b, "EXE"); },
            write_dialog_texts);
        break;
    case sprites: read_pair(bytes); break;
    }
    return 0;
}
