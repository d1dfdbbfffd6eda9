-- Say which match is played after an ended one, unless somebody has said so.
--
-- KEYS  1 where that is kept.
-- ARGV  1 the id of the match to play; 2 the id that may be there and is replaced, or ''; 3 for how long it is kept
--       (milliseconds).
-- Answers the id that is there now.

local there = redis.call('GET', KEYS[1])
if there and there ~= ARGV[2] then
  return there
end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[3])
return ARGV[1]
