-- Let an archived match leave: its keys get a time to live, and no list shows it any more.
--
-- The match itself expires first: who has just read it still finds what else there is of it.
--
-- KEYS  1 match, 2 deadlines; then the match's other keys, then the indexes that it is in.
-- ARGV  1 the match id, 2 when its keys expire (milliseconds), 3 how many other keys, 4... its deadlines.
-- Answers 1, or 0 if the match was released before or has left: then nothing was changed.

if redis.call('EXISTS', KEYS[1]) == 0 or redis.call('HEXISTS', KEYS[1], 'archived') == 1 then
  return 0
end
redis.call('HSET', KEYS[1], 'archived', '1')
redis.call('PEXPIREAT', KEYS[1], ARGV[2])
redis.call('ZREM', KEYS[2], unpack(ARGV, 4))
local LATER = 60000 -- milliseconds
local others = tonumber(ARGV[3])
for key = 3, 2 + others do
  redis.call('PEXPIREAT', KEYS[key], string.format('%.0f', ARGV[2] + LATER))
end
for key = 3 + others, #KEYS do
  redis.call('ZREM', KEYS[key], ARGV[1])
end
return 1
