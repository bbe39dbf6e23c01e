#include "emi/lua/table.h"

#include <map>
#include <random>

#include <gtest/gtest.h>

namespace rekindle::lua {
namespace {
Value n(int number) { return Value::of(static_cast<float>(number)); }
Value name(std::uint32_t index) { return Value::object(Kind::string, index); }
} // namespace

TEST(Table, FindsNumbersTextsAndHalves) {
    Table table;
    table.set(n(1), n(10));
    table.set(n(2), n(20));
    table.set(Value::of(1.5F), n(15));
    table.set(name(3), n(30));
    EXPECT_EQ(table.get(n(2)).number(), 20);
    EXPECT_EQ(table.get(Value::of(1.5F)).number(), 15);
    EXPECT_EQ(table.get(name(3)).number(), 30);
    EXPECT_TRUE(table.get(n(3)).is_nil());
    EXPECT_TRUE(table.get(Value::of(-1.0F)).is_nil());
}

TEST(Table, TakesNegativeZeroForZero) {
    Table table;
    table.set(Value::of(-0.0F), n(1));
    EXPECT_EQ(table.get(n(0)).number(), 1);
}

TEST(Table, DoesNotGrowWhenAQueueMovesThroughIt) {
    Table table;
    std::uint64_t grown = 0;
    for (int i = 1; i <= 10'000; ++i) {
        if (!table.set_fast(n(i + 8), n(i), grown)) table.set(n(i + 8), n(i));
        table.set(n(i), {});
    }
    EXPECT_LT(table.entries().size(), 64u);
}

// Against the obvious: a list of pairs in order.
TEST(Table, BehavesLikeAListOfPairs) {
    std::mt19937 random(7);
    for (int round = 0; round < 200; ++round) {
        Table table;
        std::map<int, int> expected;
        std::uint64_t grown = 0;
        const int range = round % 2 == 0 ? 12 : 60;
        for (int step = 0; step < 400; ++step) {
            const int key = static_cast<int>(random() % static_cast<unsigned>(range)) - 2;
            const int value = random() % 3 == 0 ? 0 : static_cast<int>(random() % 1000) + 1;
            const Value v = value == 0 ? Value{} : n(value);
            if (round % 3 == 0 || !table.set_fast(n(key), v, grown)) table.set(n(key), v);
            if (value == 0)
                expected.erase(key);
            else
                expected[key] = value;
            const int asked = static_cast<int>(random() % static_cast<unsigned>(range)) - 2;
            const auto it = expected.find(asked);
            const Value found = table.get(n(asked));
            ASSERT_EQ(found.is_nil(), it == expected.end()) << round << " " << step;
            if (it != expected.end()) {
                ASSERT_EQ(found.number(), it->second);
            }
        }
        std::size_t living = 0;
        for (const Table::Entry& entry : table.entries()) living += entry.value.is_true();
        ASSERT_EQ(living, expected.size());
    }
}

} // namespace rekindle::lua
