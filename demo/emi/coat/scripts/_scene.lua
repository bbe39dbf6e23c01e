-- The scene: what is there at the beginning, and which setup is shown.

function system.camChangeHandler(old, new)
  show_shine(new)
  -- the coat's sprite belongs to the first setup's picture
  if new == 0 then
    SetActorVisibility(backdrop, 1)
    SetActorVisibility(salesman, 1)
  else
    SetActorVisibility(backdrop, nil)
    SetActorVisibility(salesman, nil)
  end
end

function watch_camera()
  while 1 do
    local wanted = 0
    if GetActorSector(hero, CAMERA) then
      wanted = 1
    end
    if GetCurrentSetup(SHOP) ~= wanted then
      MakeCurrentSetup(wanted)
    end
    break_here()
  end
end

function enter_scene()
  coat_font = LockFont("coat.laf")
  SetSayLineDefaults({ font = coat_font })
  MakeCurrentSet(SHOP)
  MakeCurrentSetup(0)
  make_hero()
  make_salesman()
  make_chandelier()
  make_lamps()
  lantern = make_actor("lantern", "lantern.cos", places.lantern, 5)
  enable_controls()
  MakeTextObject(text_of("COA100"), { x = 0, y = 0.9, font = coat_font, fgcolor = MakeColor(255, 226, 110), center = 1, duration = 6000 })
  MakeTextObject(text_of("COA101"), { x = 0, y = -0.86, font = coat_font, fgcolor = MakeColor(236, 220, 180), center = 1, duration = 9000 })
  start_script(watch_camera)
  start_script(drive)
  start_script(sway)
  start_script(pace)
end
