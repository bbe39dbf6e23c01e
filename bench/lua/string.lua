local round = 0
while round < 20 do
  local s = ""
  local i = 0
  while i < 10000 do s = s .. "x" i = i + 1 end
  round = round + 1
end
local i = 0
while i < 1000000 do local k = "key" .. i i = i + 1 end
