-- Hand one deadline that has passed to the outbox, and let it come again later.
--
-- KEYS  1 deadlines, 2 outbox, 3 match.
-- ARGV  1 the deadline's member, 2 now, 3 how soon it comes again, 4 how late at most (milliseconds), 5 its kind,
--       6 the match id.
-- Answers 1 if an outbox entry was written.
--
-- The deadline stays: if whoever gets the entry dies, it comes again. The commit that it leads to takes it away. The
-- longer nothing was committed the later it comes, so that what nobody works on does not pile up: a match's version is
-- the time of its last commit, or a little later.

local due = redis.call('ZSCORE', KEYS[1], ARGV[1])
if not due or tonumber(due) > tonumber(ARGV[2]) then
  return 0
end
local version, head = unpack(redis.call('HMGET', KEYS[3], 'version', 'head'))
if not version then
  redis.call('ZREM', KEYS[1], ARGV[1]) -- the match has left
  return 0
end
local pause = math.max(tonumber(ARGV[3]), math.min(ARGV[2] - version, tonumber(ARGV[4])))
redis.call('ZADD', KEYS[1], string.format('%.0f', ARGV[2] + pause), ARGV[1])
local owner = cjson.decode(head).creator_id
redis.call('XADD', KEYS[2], '*', 'kind', ARGV[5], 'match', ARGV[6], 'rev', version, 'owner', owner)
return 1
