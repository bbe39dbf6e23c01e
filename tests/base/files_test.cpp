#include <gtest/gtest.h>

#include <filesystem>

#include "base/files.h"

namespace rekindle {
namespace fs = std::filesystem;

TEST(Files, AreFoundWhateverTheirCaseAndNeverHalfWritten) {
    const fs::path folder = fs::path(testing::TempDir()) / "rekindle_files_test";
    fs::remove_all(folder);
    ASSERT_TRUE(write_file(folder / "Level1.Pge", std::string_view("abc")));
    EXPECT_EQ(list_files(folder).size(), 1u); // no temporary left
    const auto found = find_file(folder, "LEVEL1.PGE");
    ASSERT_TRUE(found);
    EXPECT_EQ(*read_file(*found), (Bytes{'a', 'b', 'c'}));
    EXPECT_FALSE(find_file(folder, "LEVEL1.PG"));
    EXPECT_EQ(read_file(folder / "nope").error().kind, ErrorKind::missing_data);
    EXPECT_FALSE(read_file(folder));
    EXPECT_FALSE(write_file(folder / "Level1.Pge" / "below", std::string_view("x")));
    EXPECT_EQ(list_files(folder).size(), 1u);
    fs::remove_all(folder);
}

} // namespace rekindle
