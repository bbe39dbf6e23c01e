-- Keyboard, controller and mouse.

controls = system.controls

walk_keys = {
  { controls.KEY_LEFT, -1, 0 },
  { controls.KEY_RIGHT, 1, 0 },
  { controls.KEY_UP, 0, 1 },
  { controls.KEY_DOWN, 0, -1 },
  { controls.KEY_JOY1_HLEFT, -1, 0 },
  { controls.KEY_JOY1_HRIGHT, 1, 0 },
  { controls.KEY_JOY1_HUP, 0, 1 },
  { controls.KEY_JOY1_HDOWN, 0, -1 }
}

function enable_controls()
  local i = 1
  while walk_keys[i] do
    EnableControl(walk_keys[i][1])
    i = i + 1
  end
  EnableControl(controls.AXIS_JOY1_X)
  EnableControl(controls.AXIS_JOY1_Y)
  EnableControl(controls.KEY_RETURN)
  EnableControl(controls.KEY_SPACE)
  EnableControl(controls.KEY_ESCAPE)
  EnableControl(controls.KEY_JOY1_B1)
  EnableControl(controls.KEY_MOUSE_B1)
  EnableControl(controls.AXIS_MOUSE_X)
  EnableControl(controls.AXIS_MOUSE_Y)
end

-- What the player pushes now: to the right, ahead.
function pushed()
  local right = GetControlState(controls.AXIS_JOY1_X) or 0
  local ahead = -(GetControlState(controls.AXIS_JOY1_Y) or 0)
  local i = 1
  while walk_keys[i] do
    if GetControlState(walk_keys[i][1]) then
      right = right + walk_keys[i][2]
      ahead = ahead + walk_keys[i][3]
    end
    i = i + 1
  end
  return right, ahead
end

function drive()
  while 1 do
    local right, ahead = pushed()
    if not busy and (abs(right) > 0.3 or abs(ahead) > 0.3) then
      stop_script(go_and_use)
      ActorLookAt(hero, nil)
      WalkActorVector(hero, right, 0, ahead)
    end
    break_here()
  end
end

-- One thing after the other: while something happens, nothing else starts.
function act(name)
  busy = 1
  ActorStopMoving(hero)
  if name == "counter" then
    talk_to_salesman()
  elseif name == "lantern" then
    take_lantern()
  else
    use_lamp(name)
  end
  busy = nil
end

function use_here()
  local id, name = GetActorSector(hero, SPECIAL)
  if name == "lantern" and has_lantern then
    name = nil
  end
  if name then
    act(name)
  else
    busy = 1
    say(hero, "COA026")
    busy = nil
  end
end

function go_and_use(name)
  local place = places["at_" .. name]
  WalkActorTo(hero, place.x, place.y, place.z)
  while IsActorMoving(hero) do
    break_here()
  end
  local id, here = GetActorSector(hero, SPECIAL)
  if here == name then
    act(name)
  end
end

-- The place of a walk area's plane that is seen at a point of the screen: y = base + slope * z. Newton's way.
function place_at(sx, sy, base, slope)
  local x, z = 0, 1
  local i = 0
  while i < 8 do
    local ax, ay = WorldToScreen(x, base + slope * z, z)
    local bx, by = WorldToScreen(x + 0.05, base + slope * z, z)
    local cx, cy = WorldToScreen(x, base + slope * (z + 0.05), z + 0.05)
    local a, b, c, d = (bx - ax) / 0.05, (cx - ax) / 0.05, (by - ay) / 0.05, (cy - ay) / 0.05
    local det = a * d - b * c
    if abs(det) < 0.00001 then
      return nil
    end
    x = x + (d * (sx - ax) - b * (sy - ay)) / det
    z = max(-3, min(6, z + (a * (sy - ay) - c * (sx - ax)) / det))
    i = i + 1
  end
  return x, base + slope * z, z
end

function walk_to_click(sx, sy)
  local planes = { { 1.4, 0 }, { 0.09976, 0.53929 }, { 0, 0 } }
  local i = 1
  while planes[i] do
    local x, y, z = place_at(sx, sy, planes[i][1], planes[i][2])
    if x and GetPointSector(x, y, z, WALK) then
      WalkActorTo(hero, x, y, z)
      return
    end
    i = i + 1
  end
  -- beside the areas: as near as one can get on the floor
  local x, y, z = place_at(sx, sy, 0, 0)
  if x and z < 3 then
    WalkActorTo(hero, x, 0, z)
  end
end

-- Is a thing shown near a point of the screen?
function thing_near(sx, sy, name, height)
  local place = places[name]
  local x, y = WorldToScreen(place.x, place.y + height, place.z)
  return abs(x - sx) < 0.07 and abs(y - sy) < 0.10
end

function click()
  local sx = (GetControlState(controls.AXIS_MOUSE_X) or 320) / 320 - 1
  local sy = 1 - (GetControlState(controls.AXIS_MOUSE_Y) or 240) / 240
  local setup = GetCurrentSetup(SHOP)
  ActorLookAt(hero, nil)
  stop_script(go_and_use)
  if thing_near(sx, sy, "lamp_a", 0.2) then
    start_script(go_and_use, "lamp_a")
  elseif thing_near(sx, sy, "lamp_b", 0.2) then
    start_script(go_and_use, "lamp_b")
  elseif thing_near(sx, sy, "lamp_c", 0.2) then
    start_script(go_and_use, "lamp_c")
  elseif not has_lantern and thing_near(sx, sy, "lantern", -0.2) then
    start_script(go_and_use, "lantern")
  elseif setup == 0 and (thing_near(sx, sy, "salesman", 1.9) or thing_near(sx, sy, "salesman", 1.3)) then
    start_script(go_and_use, "counter")
  else
    walk_to_click(sx, sy)
  end
end

function system.buttonHandler(code, pressed)
  if not pressed then
    return
  end
  if code == controls.KEY_ESCAPE then
    if coat_won then
      exit()
    end
    skip_line()
  elseif busy then
    skip_line()
  elseif code == controls.KEY_MOUSE_B1 then
    click()
  elseif code == controls.KEY_RETURN or code == controls.KEY_SPACE or code == controls.KEY_JOY1_B1 then
    start_script(use_here)
  end
end
