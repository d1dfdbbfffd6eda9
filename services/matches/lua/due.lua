-- Hand one deadline that has passed to the outbox, and let it come again later.
--
-- KEYS  1 deadlines, 2 outbox, 3 match.
-- ARGV  1 the deadline's member, 2 now, 3 when it is due again (milliseconds), 4 its kind, 5 the match id.
-- Answers 1 if an outbox entry was written.
--
-- The deadline stays: if whoever gets the entry dies, it comes again. The commit that it leads to takes it away.

local due = redis.call('ZSCORE', KEYS[1], ARGV[1])
if not due or tonumber(due) > tonumber(ARGV[2]) then
  return 0
end
local version = redis.call('HGET', KEYS[3], 'version')
if not version then
  redis.call('ZREM', KEYS[1], ARGV[1]) -- the match has left
  return 0
end
redis.call('ZADD', KEYS[1], ARGV[3], ARGV[1])
redis.call('XADD', KEYS[2], '*', 'kind', ARGV[4], 'match', ARGV[5], 'rev', version)
return 1
