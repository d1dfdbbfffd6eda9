-- Let a ticket wait, unless the player has too many.
--
-- ARGV  4 the ticket, 5 its player, 6 its pool, 7 the pool's document, 8 when it was made, 9 how many tickets of a player
--       may wait (0: any number), 10 how many are listed; then names and values of its other fields.
-- Answers the number of tickets that wait if there are too many, otherwise the ticket's fields: as they are, if it was
-- made before.

local id, player, pool, document, created = ARGV[4], ARGV[5], ARGV[6], ARGV[7], tonumber(ARGV[8])
local ticket, waiting = key('ticket', id), key('waiting', player)
if redis.call('EXISTS', ticket) == 0 then
  local most, count = tonumber(ARGV[9]), redis.call('SCARD', waiting)
  if most > 0 and count >= most then
    return count
  end
  local expires = created + patience
  redis.call(
    'HSET', ticket, 'id', id, 'player', player, 'pool', pool, 'document', document, 'created', ARGV[8],
    'state', 'waiting', 'expires', string.format('%.0f', expires), unpack(ARGV, 11)
  )
  redis.call('SADD', waiting, id)
  local mine = key('player', player)
  redis.call('ZADD', mine, created, id)
  redis.call('ZREMRANGEBYRANK', mine, 0, -1 - tonumber(ARGV[10]))
  redis.call('PEXPIRE', mine, 24 * 3600 * 1000)
  begin_waiting(id, pool, document, created, expires)
  expire_if_due(id)
end
return redis.call('HGETALL', ticket)
