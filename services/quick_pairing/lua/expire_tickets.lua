-- End tickets that their owners have not read for too long.
--
-- ARGV  4 how many at most.
-- Answers how many.

local latest = now + patience
for _, id in ipairs(redis.call('ZRANGEBYSCORE', key('alive'), '(' .. (latest + 1000), '+inf')) do
  redis.call('ZADD', key('alive'), string.format('%.0f', latest), id) -- read by a clock that was wrong
  redis.call('HSET', key('ticket', id), 'expires', string.format('%.0f', latest))
end
local due = redis.call('ZRANGEBYSCORE', key('alive'), '-inf', now, 'LIMIT', 0, ARGV[4])
for _, id in ipairs(due) do
  finish(id, 'expired', 'not_read')
end
return #due
