// Maths: evaluated in double, rounded to single; angles in degrees. spec/emi-formats.md §3.6.
#include <cmath>

#include "emi/lua/library.h"

namespace rekindle::lua {
namespace {

constexpr double degree = double{3.14159274F} / 180.0; // the factor is made of the single-precision number

template <typename Compute>
Outcome one(Call& call, Compute compute) {
    double x = 0;
    if (!call.number(0, x)) return call.bad_argument(0, "a number");
    return call.value(static_cast<float>(compute(x)));
}

template <typename Compute>
Outcome two(Call& call, Compute compute) {
    double x = 0, y = 0;
    if (!call.number(0, x)) return call.bad_argument(0, "a number");
    if (!call.number(1, y)) return call.bad_argument(1, "a number");
    return call.value(static_cast<float>(compute(x, y)));
}

template <typename Better>
Outcome best(Call& call, Better better) {
    double result = 0;
    if (!call.number(0, result)) return call.bad_argument(0, "a number");
    for (std::uint32_t i = 1; i < call.count(); ++i) {
        double x = 0;
        if (!call.number(i, x)) return call.bad_argument(i, "a number");
        if (better(x, result)) result = x;
    }
    return call.value(static_cast<float>(result));
}

// xorshift64*: a number from 0 up to and without 1.
float draw(State& state) {
    std::uint64_t& x = state.random;
    x ^= x >> 12;
    x ^= x << 25;
    x ^= x >> 27;
    return static_cast<float>((x * 0x2545'F491'4F6C'DD1Du) >> 40) / 16'777'216.0F;
}

Outcome random(Call& call) {
    const float r = draw(call.state());
    if (call.count() == 0) return call.value(r);
    double n = 0;
    if (!call.number(0, n)) return call.bad_argument(0, "a number");
    return call.value(static_cast<float>(std::trunc(double{r} * n) + 1));
}

Outcome randomseed(Call& call) {
    double seed = 0;
    if (!call.number(0, seed)) return call.bad_argument(0, "a number");
    const std::uint64_t bits = Value::of(static_cast<float>(seed)).bits;
    call.state().random = (bits + 1) * 0x9E37'79B9'7F4A'7C15u;
    return call.ok();
}

} // namespace

void open_maths(Machine& machine) {
    machine.add("abs", [](Call& c) { return one(c, [](double x) { return std::fabs(x); }); });
    machine.add("sin", [](Call& c) { return one(c, [](double x) { return std::sin(x * degree); }); });
    machine.add("cos", [](Call& c) { return one(c, [](double x) { return std::cos(x * degree); }); });
    machine.add("tan", [](Call& c) { return one(c, [](double x) { return std::tan(x * degree); }); });
    machine.add("asin", [](Call& c) { return one(c, [](double x) { return std::asin(x) / degree; }); });
    machine.add("acos", [](Call& c) { return one(c, [](double x) { return std::acos(x) / degree; }); });
    machine.add("atan", [](Call& c) { return one(c, [](double x) { return std::atan(x) / degree; }); });
    machine.add("ceil", [](Call& c) { return one(c, [](double x) { return std::ceil(x); }); });
    machine.add("floor", [](Call& c) { return one(c, [](double x) { return std::floor(x); }); });
    machine.add("sqrt", [](Call& c) { return one(c, [](double x) { return std::sqrt(x); }); });
    machine.add("deg", [](Call& c) { return one(c, [](double x) { return x / degree; }); });
    machine.add("rad", [](Call& c) { return one(c, [](double x) { return x * degree; }); });
    machine.add("mod", [](Call& c) { return two(c, [](double x, double y) { return std::fmod(x, y); }); });
    machine.add("math_pow",
                [](Call& c) { return two(c, [](double x, double y) { return std::pow(x, y); }); });
    machine.add("min", [](Call& c) { return best(c, [](double x, double y) { return x < y; }); });
    machine.add("max", [](Call& c) { return best(c, [](double x, double y) { return x > y; }); });
    machine.add("random", random);
    machine.add("randomseed", randomseed);
    machine.set_global("PI", Value::of(3.14159274F));
    machine.set_global("_TRIGMODE", machine.state().text("deg"));
}

} // namespace rekindle::lua
