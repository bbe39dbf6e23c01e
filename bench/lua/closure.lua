function make(k) return function(x) return x + %k end end
local i = 0 local s = 0
local f = make(3)
while i < 8000000 do s = f(s) i = i + 1 end
i = 0
while i < 3000000 do local g = make(1) i = g(i) end
