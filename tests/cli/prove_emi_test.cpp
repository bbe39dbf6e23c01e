// rekindle prove oracle on a folder of the EMI stage's tables.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "base/files.h"
#include "cli/run.h"
#include "support/shared.h"
#include "support/temporary.h"

namespace rekindle::test {
namespace {

// One line of the table "math", measured as `dot`.
Ran prove_slerp(const TemporaryFolder& folder, const std::string& dot) {
    const std::string line =
        R"({"id":"a","in":{"op":"slerp","a":[0,0,0,1],"b":[0,0,0,1],"t":0.5},"out":{"r":[0,0,0,1],"dot":)" +
        dot + "}}\n";
    EXPECT_TRUE(write_file(folder.path() / "math.jsonl", line));
    return rekindle({"prove", "oracle", folder.path().string()});
}

} // namespace

TEST(ProveEmi, EveryMeasuredTableHolds) {
    RK_NEEDS_SHARED();
    const Ran ran = rekindle({"prove", "oracle", (*shared_dir() / "oracle/emi").string(), "--json"});
    ASSERT_EQ(ran.code, 0) << ran.out << ran.err;
    const auto json = nlohmann::json::parse(ran.out);
    EXPECT_EQ(json["differences"], 0);
    EXPECT_EQ(json["tables"].size(), 9u);
}

TEST(ProveEmi, ADifferenceIsNamedAndIsExitCodeOne) {
    const TemporaryFolder folder;
    EXPECT_EQ(prove_slerp(folder, "1").code, 0);
    const Ran ran = prove_slerp(folder, "0.5");
    EXPECT_EQ(ran.code, 1);
    EXPECT_NE(ran.out.find("math a dot [0]: 1, measured 0.5"), std::string::npos) << ran.out;
    EXPECT_TRUE(is_one_line(ran.err)) << ran.err;
    EXPECT_EQ(prove_slerp(folder, "").code, 3); // damaged
}

} // namespace rekindle::test
