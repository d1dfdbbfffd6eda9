-- Let a ticket wait, unless too many count for the person behind its player.
--
-- ARGV  4 the ticket, 5 its player, 6 its pool, 7 the pool's document, 8 when it was made, 9 how many tickets of a person
--       may wait (0: any number), 10 how many are listed, 11 the person; then names and values of its other fields.
-- Answers the number of tickets that wait if there are too many, otherwise the ticket's fields: as they are, if it was
-- made before.

local id, player, pool, document, created = ARGV[4], ARGV[5], ARGV[6], ARGV[7], tonumber(ARGV[8])
local person = ARGV[11]
local ticket, waiting, counted = key('ticket', id), key('waiting', player), key('counted', person)
if redis.call('EXISTS', ticket) == 0 then
  local most, count = tonumber(ARGV[9]), redis.call('SCARD', counted)
  if most > 0 and count >= most then
    for _, other in ipairs(redis.call('SMEMBERS', counted)) do -- a release that knows no persons may have ended some
      local state = redis.call('HGET', key('ticket', other), 'state')
      if state ~= 'waiting' and state ~= 'claimed' then
        redis.call('SREM', counted, other)
      end
    end
    count = redis.call('SCARD', counted)
  end
  if most > 0 and count >= most then
    return count
  end
  local expires = created + patience
  redis.call(
    'HSET', ticket, 'id', id, 'player', player, 'pool', pool, 'document', document, 'created', ARGV[8],
    'state', 'waiting', 'expires', string.format('%.0f', expires), 'person', person, unpack(ARGV, 12)
  )
  redis.call('SADD', waiting, id)
  redis.call('SADD', counted, id)
  local mine = key('player', player)
  redis.call('ZADD', mine, created, id)
  redis.call('ZREMRANGEBYRANK', mine, 0, -1 - tonumber(ARGV[10]))
  redis.call('PEXPIRE', mine, 24 * 3600 * 1000)
  begin_waiting(id, pool, document, created, expires)
  expire_if_due(id)
end
return redis.call('HGETALL', ticket)
