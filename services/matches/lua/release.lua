-- Let an archived match leave: its keys get a time to live, and no list shows it any more.
--
-- The match itself expires first: who has just read it still finds what else there is of it.
--
-- KEYS  1 match, 2 deadlines, 3 the shard's archived matches; then the match's other keys, then the indexes that it is
--       in.
-- ARGV  1 the match id, 2 now, 3 when its keys expire (milliseconds), 4 how many other keys, 5... its deadlines.
-- Answers 1, or 0 if the match was released before or has left: then nothing was changed.

local LATER = 60000 -- milliseconds

if redis.call('EXISTS', KEYS[1]) == 0 or redis.call('HEXISTS', KEYS[1], 'archived') == 1 then
  return 0
end
redis.call('HSET', KEYS[1], 'archived', '1')
local left = ARGV[3] - ARGV[2] -- the server's own clock need not show the same time
redis.call('PEXPIRE', KEYS[1], string.format('%.0f', left))
redis.call('ZREM', KEYS[2], unpack(ARGV, 5))
redis.call('ZREMRANGEBYSCORE', KEYS[3], '-inf', ARGV[2])
redis.call('ZADD', KEYS[3], ARGV[3], ARGV[1])
local last = redis.call('ZRANGE', KEYS[3], -1, -1, 'WITHSCORES')[2]
redis.call('PEXPIRE', KEYS[3], string.format('%.0f', last - ARGV[2]))
local others = tonumber(ARGV[4])
for key = 4, 3 + others do
  redis.call('PEXPIRE', KEYS[key], string.format('%.0f', left + LATER))
end
for key = 4 + others, #KEYS do
  redis.call('ZREM', KEYS[key], ARGV[1])
end
return 1
