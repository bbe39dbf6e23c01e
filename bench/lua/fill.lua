local round = 0
while round < 40 do
  local t = {}
  local i = 1
  while i <= 200000 do t[i] = i * 2 i = i + 1 end
  local s = 0
  i = 1
  while i <= 200000 do s = s + t[i] i = i + 1 end
  round = round + 1
end
