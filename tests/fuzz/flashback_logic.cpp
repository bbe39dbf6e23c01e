// A level's logic: PGE, OBJ, ANI, CT. What is read must be written as the same bytes (CT: as the same table).

#include "flashback/data/animations.h"
#include "flashback/data/collision.h"
#include "flashback/data/data_set.h"
#include "flashback/data/entities.h"
#include "flashback/data/records.h"
#include "fuzz/fuzz.h"

namespace {

using namespace rekindle;
using namespace rekindle::flashback;
using test::must;

enum Kind : int { entities, records, animations, collision, kinds };

template <typename Read, typename Write>
void there_and_back(ByteView bytes, Read&& read, Write&& write) {
    const auto value = read(bytes, "x");
    if (!value) return;
    const Bytes again = write(*value);
    must(std::equal(bytes.begin(), bytes.end(), again.begin(), again.end()));
}

void add_seeds(test::SeedWriter& seeds) {
    seeds.add("entity", write_entities({EntityDefinition{}}), entities);
    if (!test::shared_dir()) return;
    const auto data = DataSet::open(test::flashback_demo());
    if (!data) return;
    const auto file = [&](const char* name) { return data->read(name).value_or(Bytes{}); };
    seeds.add("entities", file("LEVEL1.PGE"), entities);
    seeds.add("records", file("LEVEL1.OBJ"), records);
    seeds.add("animations", file("LEVEL1.ANI"), animations);
    seeds.add("collision", file("LEVEL1.CT"), collision);
}

} // namespace

RK_FUZZ_SEEDS(add_seeds)

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const ByteView bytes(data + 1, size - 1);
    switch (data[0] % kinds) {
    case entities: there_and_back(bytes, read_entities, write_entities); break;
    case records: there_and_back(bytes, read_records, write_records); break;
    case animations: there_and_back(bytes, read_animations, write_animations); break;
    case collision:
        if (const auto file = read_collision(bytes, "x"))
            must(read_collision(write_collision(*file), "x")->table == file->table);
        break;
    }
    return 0;
}
