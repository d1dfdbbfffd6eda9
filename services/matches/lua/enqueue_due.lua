-- Hand deadlines of a shard that have passed to the outbox, and let them come again later.
--
-- KEYS  1 deadlines, 2 outbox; then the match of each deadline.
-- ARGV  1 now, 2 how soon they come again (milliseconds); then of each deadline its kind, the match id, and how late it
--       comes again at most (milliseconds).
-- Answers how many outbox entries were written.
--
-- A deadline stays: if whoever gets the entry dies, it comes again. The commit that it leads to takes it away. The
-- longer nothing was committed the later it comes, so that what nobody works on does not pile up: a match's version is
-- the time of its last commit, or a little later.

local now, soonest = tonumber(ARGV[1]), tonumber(ARGV[2])
local written = 0
for at = 3, #ARGV, 3 do
  local kind, id, latest = ARGV[at], ARGV[at + 1], tonumber(ARGV[at + 2])
  local member = kind .. ':' .. id
  local due = redis.call('ZSCORE', KEYS[1], member)
  if due and tonumber(due) <= now then
    local version, owner = unpack(redis.call('HMGET', KEYS[2 + (at / 3)], 'version', 'owner'))
    if version then
      local pause = math.max(soonest, math.min(now - version, latest))
      redis.call('ZADD', KEYS[1], string.format('%.0f', now + pause), member)
      redis.call('XADD', KEYS[2], '*', 'kind', kind, 'match', id, 'rev', version, 'owner', owner)
      written = written + 1
    else
      redis.call('ZREM', KEYS[1], member) -- the match has left
    end
  end
end
return written
