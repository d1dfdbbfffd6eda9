-- Take the next turn for a task; the same one again for the same task, until it is done with it.
--
-- KEYS  1 waiting, 2 details, 3 last, 4 passed, 5 what the task has taken.
-- ARGV  1 for how many seconds it is kept for the task, 2 the head start.
-- Answers the turn's details, or false if none waits.

local taken = redis.call('GET', KEYS[5])
if taken then
  return taken
end
local first = redis.call('ZPOPMIN', KEYS[1])
if not first[1] then
  redis.call('DEL', KEYS[3], KEYS[4]) -- nobody waits: count anew
  return false
end
local round = math.max(tonumber(redis.call('GET', KEYS[4]) or 0), first[2])
redis.call('SET', KEYS[4], round)
redis.call('ZREMRANGEBYSCORE', KEYS[3], '-inf', round - ARGV[2]) -- as good as an owner that never had a turn
local details = redis.call('HGET', KEYS[2], first[1])
redis.call('HDEL', KEYS[2], first[1])
redis.call('SET', KEYS[5], details, 'EX', ARGV[1])
return details
