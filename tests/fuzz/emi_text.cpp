// JSON of every format that has one: what is accepted must be written, read again and give the same JSON. And
// what pack reads: the manifest of an archive, the readable forms of files.

#include "emi/data/costume.h"
#include "emi/data/font.h"
#include "emi/data/lip.h"
#include "emi/data/mesh.h"
#include "emi/data/set.h"
#include "emi/data/sprite.h"
#include "emi/data/text_table.h"
#include "emi/data/tile_picture.h"
#include "emi/text/archive_form.h"
#include "emi/text/json_fields.h"
#include "emi/text/text_form.h"
#include "fuzz/fuzz.h"
#include "support/emi_oracle.h"

using namespace rekindle;
using namespace rekindle::emi;

namespace {

template <typename T>
void both_ways(std::string_view text) {
    const auto value = from_json<T>(text, "fuzz");
    if (!value) return;
    const auto again = from_json<T>(to_json(*value), "again");
    if (!again || *again != *value) std::abort();
}

void manifest(std::string_view text) {
    const auto packed = pack_archive([text](const std::string& name) -> Expected<Bytes> {
        if (name == "manifest.json") return Bytes(text.begin(), text.end());
        return Bytes(name.size() % 32, 0x55);
    });
    if (packed && !read_archive(*packed, "packed")) std::abort();
}

void forms(std::string_view text) {
    const auto read = [text](const std::string& name) -> Expected<Bytes> {
        if (name.ends_with(".original")) return missing(name, "an original");
        return Bytes(text.begin(), text.end());
    };
    for (const char* name : {"x.tab", "x.til", "x.tga", "x.sklb", "x.animb", "x.laf"})
        (void)from_text_form(name, read);
}

constexpr void (*targets[])(std::string_view) = {
    both_ways<Set>, both_ways<Costume>, both_ways<Mesh>, both_ways<Sprite>,
    both_ways<Lip>, both_ways<Font>,    manifest,        forms};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const Byte* data, std::size_t size) {
    if (size == 0) return 0;
    targets[data[0] % std::size(targets)]({reinterpret_cast<const char*>(data + 1), size - 1});
    return 0;
}

static void write_seeds(test::SeedWriter& out) {
    const auto add = [&out](const char* name, const std::string& text, int target) {
        out.add(name, as_bytes(text), target);
    };
    if (const auto set = read_set(test::emi_oracle_file("t_f_1.setb"), "x")) add("set", to_json(*set), 0);
    if (const auto costume = read_costume(test::emi_oracle_file("t_f_cos.cosb"), "x"))
        add("costume", to_json(*costume), 1);
    if (const auto mesh = read_mesh(test::emi_oracle_file("t_f_1.meshb"), "x"))
        add("mesh", to_json(*mesh), 2);
    if (const auto sprite = read_sprite(test::emi_oracle_file("t_f_1.sprb"), "x"))
        add("sprite", to_json(*sprite), 3);
    (void)unpack_archive(test::emi_oracle_file("t_f_sample.m4b"), "x", {.readable = false},
                         [&out](const std::string& name, ByteView bytes) -> Expected<void> {
                             if (name == "manifest.json") out.add(name, bytes, 6);
                             return {};
                         });
    const Bytes table = write_text_table(make_text_table(std::vector<TextEntry>{{"a", "text"}}));
    if (const auto files = text_form(table, "x.tab")) out.add("table", files->front().bytes, 7);
    add("lip", to_json(Lip{0, {{0, 0x61}}, {}}), 4);
}
RK_FUZZ_SEEDS(write_seeds)
