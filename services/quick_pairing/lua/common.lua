-- What the scripts of tickets share; it stands before each of them.
--
-- KEYS  1 the prefix of all keys of tickets, which is one slot of a cluster.
-- ARGV  1 now, 2 how long a ticket is kept after its end, 3 how long it waits after its owner has read it
--       (milliseconds); the script's own from 4 on.

local now, kept, patience = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])

local function key(...)
  return KEYS[1] .. table.concat({...}, ':')
end

-- The ticket stands in its pool, and in the order in which tickets expire.
local function begin_waiting(id, pool, document, created, expires)
  redis.call('ZADD', key('pool', pool), created, id)
  redis.call('HSET', key('pools'), pool, document)
  redis.call('ZADD', key('alive'), expires, id)
end

local function stop_waiting(id, pool)
  redis.call('ZREM', key('alive'), id)
  redis.call('ZREM', key('pool', pool), id)
  if redis.call('EXISTS', key('pool', pool)) == 0 then
    redis.call('HDEL', key('pools'), pool)
  end
end

-- The ticket's end. `reason`: '' for none.
local function finish(id, state, reason)
  local ticket = key('ticket', id)
  local player, pool, person = unpack(redis.call('HMGET', ticket, 'player', 'pool', 'person'))
  stop_waiting(id, pool)
  redis.call('SREM', key('waiting', player), id)
  redis.call('SREM', key('counted', person or player), id)
  redis.call('HSET', ticket, 'state', state, 'reason', reason, 'ended', now)
  redis.call('HDEL', ticket, 'leaving')
  redis.call('PEXPIRE', ticket, kept)
end

-- A ticket that nobody has read for too long, or whose request was sent again when its time was over.
local function expire_if_due(id)
  local expires = tonumber(redis.call('HGET', key('ticket', id), 'expires'))
  if expires and expires <= now and redis.call('HGET', key('ticket', id), 'state') == 'waiting' then
    finish(id, 'expired', 'not_read')
  end
end
