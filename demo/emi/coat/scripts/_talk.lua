-- What is said, and who looks where meanwhile.

function text_of(key)
  return "/" .. key .. "/"
end

-- Heads turn to a place at the height of a head.
function look_at(actor, other)
  local x, y, z = GetActorWorldPos(other)
  ActorLookAt(actor, x, y + 1.65, z, 160)
end

function say(actor, key)
  if actor == hero then
    look_at(salesman, hero)
  else
    look_at(hero, salesman)
  end
  skipped = nil
  SayLine(actor, text_of(key), { background = 0 })
  while IsMessageGoing(actor) and not skipped do
    break_here()
  end
  ShutUpActor(actor)
end

function skip_line()
  skipped = 1
end

-- Hero turns to a thing or person.
function face(name)
  local place = places[name]
  while TurnActorTo(hero, place.x, place.y, place.z) do
    break_here()
  end
end

function greet()
  met = 1
  PlayActorChore(salesman, "wave", "salesman.cos", nil, 0)
  say(salesman, "COA001")
  PlayActorChore(hero, "wave", "hero.cos", nil, 0)
  say(hero, "COA002")
  PlayActorChore(salesman, "pitch", "salesman.cos", nil, 0)
  say(salesman, "COA003")
  say(salesman, "COA004")
  say(hero, "COA005")
  PlayActorChore(salesman, "pitch", "salesman.cos", nil, 0)
  say(salesman, "COA006")
end

function talk_to_salesman()
  face("salesman")
  if has_lantern then
    finish()
  elseif not met then
    greet()
  elseif lamps_lit == 3 then
    say(salesman, "COA008")
  else
    PlayActorChore(salesman, "pitch", "salesman.cos", nil, 0)
    say(salesman, "COA007")
  end
end

function take_lantern()
  face("lantern")
  if lamps_lit < 3 then
    say(hero, "COA024")
    return
  end
  PlayActorChore(hero, "reach", "hero.cos", nil, 0)
  sleep_for(450)
  has_lantern = 1
  AttachActor(lantern, hero, "r_hand")
  PutActorAt(lantern, 0.02, -0.06, 0.03)
  SetActorRot(lantern, 0, 0, 0)
  -- held by one arm only; walking goes on below it
  PlayActorChore(hero, "hold", "hero.cos", nil, 0.5)
  sleep_for(550)
  say(hero, "COA025")
end

function finish()
  PlayActorChore(salesman, "pitch", "salesman.cos", nil, 0)
  say(salesman, "COA009")
  say(salesman, "COA010")
  PlayActorChore(salesman, "wave", "salesman.cos", nil, 0)
  say(hero, "COA011")
  coat_won = 1
  IrisDown(188, 240, 1500)
  sleep_for(1600)
  MakeTextObject(text_of("COA102"), { x = 0, y = 0.1, font = coat_font, fgcolor = MakeColor(255, 226, 110), center = 1 })
  MakeTextObject(text_of("COA103"), { x = 0, y = -0.1, font = coat_font, fgcolor = MakeColor(214, 196, 150), center = 1 })
end
