-- Put pages of a match's log that follow each other into one page.
--
-- KEYS  1 log.
-- ARGV  1 the place of the first of them, from 0, 2 how many, 3 the first, 4 the last, 5 the one page.
-- Answers 1, or 0 if they are no longer there: then somebody else was first, and nothing was changed.

local first, count = tonumber(ARGV[1]), tonumber(ARGV[2])
if redis.call('LINDEX', KEYS[1], first) ~= ARGV[3] or redis.call('LINDEX', KEYS[1], first + count - 1) ~= ARGV[4] then
  return 0
end
redis.call('LSET', KEYS[1], first, ARGV[5])
for place = first + 1, first + count - 1 do
  redis.call('LSET', KEYS[1], place, '')
end
redis.call('LREM', KEYS[1], count - 1, '')
return 1
