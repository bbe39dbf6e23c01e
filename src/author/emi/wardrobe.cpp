#include "author/emi/wardrobe.h"

#include "author/emi/words.h"

namespace rekindle::author {
namespace {

constexpr float endless = 1000;

// "KIND TARGET [TIME:VALUE ...]"
Expected<emi::ChoreTrack> read_part(const SourceLine& line) {
    emi::ChoreTrack track;
    track.component = "!" + line.word(0) + line.word(1);
    if (!emi::track_kind(track.component)) return line.refuse("a kind of component", line.word(0));
    if (line.word(1).empty()) return line.refuse("what the component is about", "");
    for (std::size_t i = 2; i < line.words.size(); ++i) {
        const std::vector<std::string> halves = split(line.words[i], ':');
        if (halves.size() != 2) return line.refuse("TIME:VALUE", line.words[i]);
        RK_TRY(const double time, parse_decimal(halves[0], line));
        RK_TRY(const double value, parse_decimal(halves[1], line));
        track.keys.push_back({static_cast<float>(time), static_cast<float>(value)});
    }
    if (track.keys.empty()) track.keys.push_back({0, 0});
    return track;
}

Expected<emi::Chore> read_chore(const SourceLine& line) {
    Words words(line);
    emi::Chore chore;
    chore.name = words.word("a chore's name");
    chore.length = words.take("endless") ? endless : static_cast<float>(words.number());
    if (chore.name.size() > 30) words.refuse("at most 30 letters", chore.name);
    RK_CHECK(words.done());
    return chore;
}

// "sprite FILE TEXTURE WIDTH HEIGHT X Y Z [additive] [depth] [cutout]"
Expected<emi::Sprite> read_sprite_line(const SourceLine& line) {
    Words words(line, 2);
    emi::Sprite sprite;
    sprite.name = line.word(1).substr(0, line.word(1).find('.'));
    sprite.texture = words.word("a texture");
    sprite.width = static_cast<float>(words.number());
    sprite.height = static_cast<float>(words.number());
    sprite.offset = stored(words.point());
    sprite.flags_b = 0;
    while (words.more()) {
        if (words.take("additive"))
            sprite.flags_a |= emi::sprite_flag::additive;
        else if (words.take("depth"))
            sprite.flags_b |= emi::sprite_flag::depth_test;
        else if (words.take("cutout"))
            sprite.flags_b |= emi::sprite_flag::alpha_test;
        else
            words.refuse("additive, depth or cutout", words.word(""));
    }
    RK_CHECK(words.done());
    constexpr std::array<std::array<float, 2>, 4> corners{{{0, 0}, {1, 0}, {1, 1}, {0, 1}}};
    for (std::size_t i = 0; i < 4; ++i) sprite.corners[i].uv = corners[i];
    return sprite;
}

} // namespace

Expected<Wardrobe> read_wardrobe(std::string_view text, std::string_view file) {
    Wardrobe wardrobe;
    emi::Costume* costume = nullptr;
    for (const SourceLine& line : source_lines(text, file)) {
        if (line.word(0) == "costume") {
            if (line.words.size() != 2) return line.refuse("costume FILE", line.text);
            costume = &wardrobe.costumes[line.word(1)];
        } else if (line.word(0) == "sprite") {
            RK_TRY(wardrobe.sprites[line.word(1)], read_sprite_line(line));
        } else if (costume == nullptr) {
            return line.refuse("a costume first", line.word(0));
        } else if (line.word(0) == "chore") {
            RK_TRY(emi::Chore chore, read_chore(line));
            costume->chores.push_back(std::move(chore));
        } else if (costume->chores.empty()) {
            return line.refuse("a chore before its components", line.word(0));
        } else {
            RK_TRY(emi::ChoreTrack track, read_part(line));
            costume->chores.back().tracks.push_back(std::move(track));
        }
    }
    return wardrobe;
}

} // namespace rekindle::author
