#pragma once
// Text patterns of the dialect: `*` and `?` take all they can and never give back, `-` takes as little as it
// can, there is no `+`. Called by strfind and gsub. spec/emi-formats.md §3.6.

#include <cstdint>
#include <string_view>
#include <vector>

namespace rekindle::lua {

class Pattern {
  public:
    Pattern(std::string_view text, std::string_view pattern) : text_(text), pattern_(pattern) {}

    static constexpr std::size_t none = ~std::size_t{0};
    static constexpr std::size_t most_captures = 9;

    // The end of a match that starts at `at`; none if there is none or after an error.
    std::size_t match(std::size_t at);
    // After a match. Captures that weren't closed are an error of match().
    const std::vector<std::string_view>& captures() const { return closed_; }
    // "" while all is well; else what is wrong with the pattern.
    std::string_view problem() const { return problem_; }
    std::int64_t steps = 0; // taken so far, for the machine's budget
    std::int64_t most_steps = 10'000'000;

  private:
    struct Capture {
        std::size_t start, end; // end none: still open
    };
    std::size_t run(std::size_t s, std::size_t p, int depth);
    std::size_t item_end(std::size_t p);
    bool item_matches(std::size_t s, std::size_t p, std::size_t end) const;
    bool set_matches(unsigned char c, std::size_t p, std::size_t end) const;
    std::size_t balance(std::size_t s, std::size_t p);
    std::size_t fail(std::string_view problem) {
        problem_ = problem;
        return none;
    }

    std::string_view text_, pattern_;
    std::vector<Capture> open_;
    std::vector<std::string_view> closed_;
    std::string_view problem_;
};

// Is `pattern` free of magic characters?
bool is_plain_pattern(std::string_view pattern);

} // namespace rekindle::lua
