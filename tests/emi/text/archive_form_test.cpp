#include "emi/text/archive_form.h"

#include <map>

#include <gtest/gtest.h>

#include "support/emi_listing.h"
#include "support/emi_oracle.h"

namespace rekindle::emi {
namespace {

using Folder = std::map<std::string, Bytes>;

Expected<Folder> unpacked(ByteView archive, bool readable = false) {
    Folder folder;
    RK_CHECK(unpack_archive(archive, "x.m4b", {readable}, [&folder](const std::string& name, ByteView bytes) {
        folder[name] = Bytes(bytes.begin(), bytes.end());
        return Expected<void>();
    }));
    return folder;
}

Expected<Bytes> packed(const Folder& folder) {
    return pack_archive([&folder](const std::string& name) -> Expected<Bytes> {
        const auto found = folder.find(name);
        if (found == folder.end()) return missing(name, "a file");
        return found->second;
    });
}

Bytes bytes_of(std::string_view text) { return {text.begin(), text.end()}; }

Bytes archive_of(const std::vector<std::pair<std::string, std::string>>& files) {
    std::vector<NamedFile> named;
    for (const auto& [name, text] : files) named.push_back({name, as_bytes(text)});
    return make_archive(named).value();
}

} // namespace

TEST(ArchiveForm, PacksWhatItUnpackedByteForByte) {
    RK_NEEDS_SHARED();
    for (const Bytes& bytes :
         {test::emi_oracle_file("t_f_sample.m4b"), test::emi_listing("19.3 A two-file archive")})
        for (const bool readable : {false, true}) {
            const auto folder = unpacked(bytes, readable);
            ASSERT_TRUE(folder) << folder.error().line();
            const auto back = packed(*folder);
            ASSERT_TRUE(back) << back.error().line();
            EXPECT_TRUE(*back == bytes);
        }
}

TEST(ArchiveForm, KeepsGapsCaseAndEqualNames) {
    Bytes bytes = archive_of({{"Dir\\Aa", "one"}, {"dir/ab", "two"}});
    const Archive archive = *read_archive(bytes, "x");
    bytes[archive.names_position + 7 + 5] =
        'A' ^ 0x96; // "dir/ab" → "dir/aA", which equals the first without case
    bytes.insert(bytes.end(), {1, 2, 3});
    const auto folder = unpacked(bytes);
    ASSERT_TRUE(folder) << folder.error().line();
    EXPECT_TRUE(folder->contains("files/Dir/Aa"));
    EXPECT_TRUE(folder->contains("files/dir/aA~2"));
    EXPECT_TRUE(packed(*folder).value_or(Bytes{}) == bytes);
}

TEST(ArchiveForm, EditedAndNewFilesArrive) {
    Folder folder = *unpacked(archive_of({{"a", "one"}, {"b", "two"}}));
    folder["files/a"] = bytes_of("longer");
    std::string manifest(folder["manifest.json"].begin(), folder["manifest.json"].end());
    const std::string entries = "\"entries\": [";
    manifest.insert(manifest.find(entries) + entries.size(), "{\"name\": \"c\"},");
    folder["manifest.json"] = bytes_of(manifest);
    folder["files/c"] = bytes_of("new");
    const auto bytes = packed(folder);
    ASSERT_TRUE(bytes) << bytes.error().line();
    const auto archive = read_archive(*bytes, "y");
    ASSERT_TRUE(archive) << archive.error().line();
    for (const auto& [name, contents] : {std::pair{"a", "longer"}, {"b", "two"}, {"c", "new"}}) {
        const auto entry = find_entry(*archive, name);
        ASSERT_TRUE(entry) << name;
        EXPECT_TRUE(std::ranges::equal(contents_of(*bytes, archive->entries[*entry]), bytes_of(contents)));
    }
}

TEST(ArchiveForm, RefusesNamesThatLeaveTheFolder) {
    for (const char* name : {"../x", "a/../../x", "/etc/x", "c:\\x", "\\x", "a//x", "x/"})
        EXPECT_FALSE(unpacked(archive_of({{name, "data"}}))) << name;
}

TEST(ArchiveForm, NamesAMissingFile) {
    Folder folder = *unpacked(archive_of({{"a", "one"}}));
    folder.erase("files/a");
    EXPECT_EQ(packed(folder).error().file, "files/a");
}

} // namespace rekindle::emi
