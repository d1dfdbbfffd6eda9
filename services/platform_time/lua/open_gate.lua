-- Pass a gate, or open it for the next one.
--
-- KEYS  1 the gate: when it was passed, by the server's clock (milliseconds), and by whom.
-- ARGV  1 for how long nobody passes after that (milliseconds), 0 to open it; 2 the name of who passes, or opens.
-- Answers 1 if the caller passes.

local at, name = string.match(redis.call('GET', KEYS[1]) or '', '^(%d+) (.*)$')
if ARGV[1] == '0' then
  if name == ARGV[2] then
    redis.call('DEL', KEYS[1])
  end
  return 0
end
local moment = redis.call('TIME')
local now, pause = moment[1] * 1000 + math.floor(moment[2] / 1000), tonumber(ARGV[1])
if at and tonumber(at) <= now and now < at + pause then
  return 0
end
redis.call('SET', KEYS[1], string.format('%.0f', now) .. ' ' .. ARGV[2], 'PX', pause)
return 1
