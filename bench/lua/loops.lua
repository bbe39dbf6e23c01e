local i = 0 local s = 0
while i < 16000000 do i = i + 1  if i > 8000000 then s = s + i * 2 else s = s - i end end
