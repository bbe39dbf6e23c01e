-- Actors: how they are made, dressed and put into the set.

LIGHT_STATIC = 0
LIGHT_FASTDYN = 1
LIGHT_NORMDYN = 2

SHOP = "emporium.set"

-- Whoever can walk gets a shadow under the feet; the puck vector is nil for all others.
function put_in_set(actor)
  PutActorInSet(actor, SHOP)
  if GetActorPuckVector(actor) then
    PlayActorChore(actor, "wear_default", "dumbshadow.cos", nil, 0)
  end
end

function put_at(actor, place)
  PutActorAt(actor, place.x, place.y, place.z)
  SetActorRot(actor, 0, place.yaw, 0)
end

-- A thing or person that wears `costume` and stands at a place.
function make_actor(name, costume, place, order)
  local actor = LoadActor(name)
  PlayActorChore(actor, "wear_default", costume, nil, 0)
  put_in_set(actor)
  put_at(actor, place)
  SetActorSortOrder(actor, order)
  return actor
end

function make_person(name, costume)
  local actor = LoadActor(name)
  PlayActorChore(actor, "wear_default", costume, nil, 0)
  SetActorRestChore(actor, "stand", costume)
  SetActorMumblechore(actor, "mumble", costume)
  SetActorHead(actor, "head", 0, 0, 0)
  SetActorHeadLimits(actor, 130, 25, 25)
  SetActorLookRate(actor, 160)
  SetActorLighting(actor, LIGHT_NORMDYN)
  return actor
end

function make_hero()
  hero = make_person("pim", "hero.cos")
  SetActorWalkChore(hero, "walk", "hero.cos")
  SetActorTurnChores(hero, "turn_left", "turn_right", "hero.cos")
  SetActorWalkRate(hero, 0.55)
  SetActorTurnRate(hero, 170)
  SetActorTalkColor(hero, MakeColor(250, 190, 120))
  SetActorFollowBoxes(hero, 1)
  put_in_set(hero)
  put_at(hero, places.hero)
  SetSelectedActor(hero)
end

-- The coat is clear cloth that fills the depth buffer. Behind him a sprite, drawn after him, hides the check
-- pattern of the picture everywhere but where he is nearer.
function make_salesman()
  salesman = make_person("tartan", "salesman.cos")
  SetActorTalkColor(salesman, MakeColor(255, 226, 110))
  put_in_set(salesman)
  put_at(salesman, places.salesman)
  SetActorSortOrder(salesman, 18)

  backdrop = LoadActor("backdrop")
  PlayActorChore(backdrop, "show", "backdrop.cos", nil, 0)
  SetActorLighting(backdrop, LIGHT_STATIC)
  put_in_set(backdrop)
  PutActorAt(backdrop, places.salesman.x, places.salesman.y, places.salesman.z)
  SetActorSortOrder(backdrop, 14)
end

-- A flame starts only where no chore plays yet.
function start_flame(candle)
  local chores = GetActorChores(candle)
  local i = 0
  while i < chores.count do
    if IsChorePlaying(chores[i]) then
      return nil
    end
    i = i + 1
  end
  return PlayActorChore(candle, "flame12fps", "candle.cos", 1, 0)
end

function make_candle(x, y, z)
  local candle = LoadActor("candle")
  put_in_set(candle)
  -- attached first, placed afterwards: the place is the chandelier's
  AttachActor(candle, chandelier)
  PutActorAt(candle, x, y, z)
  start_flame(candle)
  return candle
end

function make_chandelier()
  chandelier = make_actor("chandelier", "chandelier.cos", places.chandelier, 11)
  SetActorLighting(chandelier, LIGHT_STATIC)
  candles = {
    make_candle(0.55, -0.97, 0),
    make_candle(-0.55, -0.97, 0),
    make_candle(0.30, -0.97, -0.44),
    make_candle(-0.30, -0.97, -0.44),
    make_candle(0, -0.97, 0.52)
  }
end

-- A draught.
function sway()
  local angle = 0
  while 1 do
    angle = mod(angle + PerSecond(70), 360)
    SetActorRot(chandelier, 0.6 * sin(angle * 2), 0, 1.4 * sin(angle))
    break_here()
  end
end

-- He can't stand still, but never leaves the pattern behind him.
function pace()
  local angle = 0
  while 1 do
    angle = mod(angle + PerSecond(34), 360)
    PutActorAt(salesman, places.salesman.x + 0.24 * sin(angle), places.salesman.y, places.salesman.z)
    break_here()
  end
end
