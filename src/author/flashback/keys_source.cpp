#include "author/flashback/keys_source.h"

#include <map>

namespace rekindle::author {

Expected<flashback::Recording> read_keys(const std::vector<SourceLine>& lines) {
    namespace recorded = flashback::recorded;
    static const std::map<std::string_view, Byte> keys = {{"up", recorded::up},
                                                          {"down", recorded::down},
                                                          {"left", recorded::left},
                                                          {"right", recorded::right},
                                                          {"use", recorded::use},
                                                          {"gun", recorded::gun},
                                                          {"take", recorded::run},
                                                          {"inventory", recorded::inventory},
                                                          {"-", 0}};
    flashback::Recording recording;
    for (const SourceLine& line : lines) {
        RK_TRY(const int count, parse_number(line.word(0), line, 1, 10000));
        Byte sample = 0;
        for (std::size_t i = 1; i < line.words.size(); ++i) {
            const auto key = keys.find(line.words[i]);
            if (key == keys.end())
                return line.refuse("up, down, left, right, use, gun, take, inventory or -", line.words[i]);
            sample |= key->second;
        }
        recording.samples.insert(recording.samples.end(), static_cast<std::size_t>(count), sample);
    }
    return recording;
}

} // namespace rekindle::author
