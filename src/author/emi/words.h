#pragma once
// The words of one source line, taken one after the other; the first thing wrong is kept. Used by every
// reader of EMI scenes' sources.

#include <glm/vec3.hpp>
#include <optional>

#include "author/source/source.h"
#include "emi/data/fields.h"

namespace rekindle::author {

using Point = glm::dvec3; // world units: x right, y up, z away

class Words {
  public:
    explicit Words(const SourceLine& line, std::size_t first = 1) : line_(line), next_(first) {}

    bool more() const { return next_ < line_.words.size() && !error_; }
    std::string word(const char* expected);
    double number();
    Point point() {
        const double x = number(), y = number();
        return {x, y, number()};
    }
    int whole(int least, int most);
    // Takes the next word if it is this one.
    bool take(std::string_view word);
    void refuse(std::string expected, std::string found);
    // Nothing may be left.
    Expected<void> done();

  private:
    const SourceLine& line_;
    std::size_t next_;
    std::optional<Error> error_;
};

Expected<double> parse_decimal(std::string_view word, const SourceLine& line);

inline emi::Vec3 stored(Point p) {
    return {static_cast<float>(p.x), static_cast<float>(p.y), static_cast<float>(p.z)};
}

} // namespace rekindle::author
