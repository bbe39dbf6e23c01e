#pragma once
// Small scripts that together use every part of the dialect: seeds of the fuzz targets, and the bounds that hostile
// scripts are run with.

#include <array>
#include <string_view>

#include "emi/lua/console.h"

namespace rekindle::lua::test {

inline constexpr Limits fuzz_limits{.steps = 5'000, .memory = 16u << 20, .text = 1u << 16, .calls = 200, .nesting = 20, .stack = 20'000};

inline constexpr std::array<std::string_view, 8> scripts{
    "function fib(n) if n < 2 then return n end return fib(n - 1) + fib(n - 2) end print(fib(9))",
    "t = {1, 2, 'x'; a = 1, ['b c'] = {}} t.x, t[2], u = 3, nil, t foreach(t, function(k, v) print(k, v) end)",
    "local u = 5 g = 6 local f = function(x) return x + %u + %g end local i = 0 while i < 5 do print(f(i)) i = i + 1 end",
    "function v(a, ...) return arg.n, a end local a, b, c = v(1, 2, 3) repeat a = a - 1 until not a or a <= 0 print(a or b and c)",
    "function w(n) while n > 0 do n = n - 1 break_here() end return n, w end t = start_script(w, 3) sleep_for(2) "
    "function x() local s = 'a' while find_script(t) do s = s .. 'b' .. 1 break_here() end print(s) end start_script(x)",
    "g = newtag() settagmethod(g, 'add', function(a, b) return b end) settagmethod(g, 'gettable', function(t, k) return k end) "
    "q = settag({}, g) print(q + 1, q.z) seterrormethod(print) call(error, {'e'}, 'x', nil)",
    "print(gsub('hello', '(l)(.)', '%2%1'), strfind('a(b)', '%b()'), format('%5.1f%q', 2, 'x'), strsub('abc', -2), 2 ^ 3 .. nil)",
    "$debug\nfunction o:m(x) return self, x end\no = {m = o}\nif o then o:m(1) elseif x then y() else z() end\nlocal a = -1 return a, o"};

// Runs a script and a few frames within the bounds.
inline void run_bounded(ByteView script) {
    Console console;
    Machine machine(console, fuzz_limits);
    (void)machine.run_file(script, "fuzz");
    for (int frame = 0; frame < 3; ++frame) machine.frame(30);
    machine.collect();
}

} // namespace rekindle::lua::test
