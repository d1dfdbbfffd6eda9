-- Let an archived match leave: its keys get a time to live, and no list shows it any more.
--
-- KEYS  1 match, 2 deadlines, 3 released matches; then the match's other keys, then the indexes that it is in.
-- ARGV  1 the match id, 2 when its keys expire, 3 now (milliseconds), 4 how many other keys, 5... its deadlines.
-- Answers 1, or 0 if the match was released before or has left: then nothing was changed.

if redis.call('EXISTS', KEYS[1]) == 0 or redis.call('HEXISTS', KEYS[1], 'archived') == 1 then
  return 0
end
redis.call('HSET', KEYS[1], 'archived', '1')
redis.call('PEXPIREAT', KEYS[1], ARGV[2])
redis.call('ZREM', KEYS[2], unpack(ARGV, 5))
redis.call('ZADD', KEYS[3], ARGV[2], ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[3], '-inf', ARGV[3])
redis.call('PEXPIREAT', KEYS[3], ARGV[2])
local others = tonumber(ARGV[4])
for key = 4, 3 + others do
  redis.call('PEXPIREAT', KEYS[key], ARGV[2])
end
for key = 4 + others, #KEYS do
  redis.call('ZREM', KEYS[key], ARGV[1])
end
return 1
