-- What the engine runs first: everything else is loaded here, BOOT starts the scene.

dofile("_places.lua")
dofile("_actors.lua")
dofile("_lamps.lua")
dofile("_talk.lua")
dofile("_control.lua")
dofile("_scene.lua")

function BOOT(resume, param)
  SetSpeechMode(1) -- subtitles only: nobody has a voice here
  SetTextSpeed(8)
  enter_scene()
end
