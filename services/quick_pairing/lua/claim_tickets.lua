-- Take tickets out of their pool for a match, all of them or none.
--
-- ARGV  4 the match, 5 its moment and 6 its seed, from which it is made whoever makes it; then the tickets in the order
--       of their seats.
-- Answers 1, or 0 if one of them waits no longer, or stands for a player that another one is being seated for.

local players = {}
for at = 7, #ARGV do
  local ticket = key('ticket', ARGV[at])
  local player, state, expires, exclusive = unpack(redis.call('HMGET', ticket, 'player', 'state', 'expires', 'exclusive'))
  if state ~= 'waiting' or tonumber(expires) <= now or players[player] then
    return 0
  end
  players[player] = true
  for _, other in ipairs(redis.call('SMEMBERS', key('waiting', player))) do
    local theirs, rule = unpack(redis.call('HMGET', key('ticket', other), 'state', 'exclusive'))
    if theirs == 'claimed' and (exclusive == '1' or rule == '1') then
      return 0
    end
  end
end
for at = 7, #ARGV do
  local ticket = key('ticket', ARGV[at])
  stop_waiting(ARGV[at], redis.call('HGET', ticket, 'pool'))
  redis.call('HSET', ticket, 'state', 'claimed', 'match', ARGV[4])
end
redis.call('HSET', key('claim', ARGV[4]), 'at', ARGV[5], 'seed', ARGV[6], 'tickets', table.concat(ARGV, ' ', 7))
redis.call('ZADD', key('claims'), now, ARGV[4])
return 1
