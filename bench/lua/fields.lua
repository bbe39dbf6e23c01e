local p = {x = 0, y = 0, vx = 1, vy = 2}
local i = 0
while i < 5000000 do p.x = p.x + p.vx p.y = p.y + p.vy i = i + 1 end
