-- End tickets that their owners have not read for too long.
--
-- ARGV  4 how many at most.
-- Answers how many.

local due = redis.call('ZRANGEBYSCORE', key('alive'), '-inf', now, 'LIMIT', 0, ARGV[4])
for _, id in ipairs(due) do
  finish(id, 'expired', 'not_read')
end
return #due
