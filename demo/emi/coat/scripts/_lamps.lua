-- Three lamps to light. Each is a light of the set, a glass that glows, and a shine on the picture.

function make_lamp(name, order)
  local lamp = { name = name, lit = nil }
  lamp.actor = make_actor(name, "lamp.cos", places[name], order)
  -- frame 0: dark, then one a setup
  lamp.layer = NewLayer(name .. ".til", 12, 0)
  TurnLightOn(name, nil)
  return lamp
end

function make_lamps()
  lamps = {
    lamp_a = make_lamp("lamp_a", 4),
    lamp_b = make_lamp("lamp_b", 0),
    lamp_c = make_lamp("lamp_c", 7)
  }
  lamps_lit = 0
  show_shine(0)
end

function show_lamp(lamp, setup)
  if lamp.lit then
    SetLayerFrame(lamp.layer, setup + 1)
  else
    SetLayerFrame(lamp.layer, 0)
  end
end

function show_shine(setup)
  show_lamp(lamps.lamp_a, setup)
  show_lamp(lamps.lamp_b, setup)
  show_lamp(lamps.lamp_c, setup)
end

function light_lamp(lamp)
  lamp.lit = 1
  lamps_lit = lamps_lit + 1
  TurnLightOn(lamp.name, 1)
  PlayActorChore(lamp.actor, "lit", "lamp.cos", nil, 0)
  show_lamp(lamp, GetCurrentSetup(SHOP))
end

function use_lamp(name)
  local lamp = lamps[name]
  face(name)
  if lamp.lit then
    say(hero, "COA023")
    return
  end
  PlayActorChore(hero, "reach", "hero.cos", nil, 0)
  sleep_for(450)
  light_lamp(lamp)
  sleep_for(550)
  if lamps_lit == 1 then
    say(hero, "COA020")
  elseif lamps_lit == 2 then
    say(hero, "COA021")
  else
    say(hero, "COA022")
  end
end
