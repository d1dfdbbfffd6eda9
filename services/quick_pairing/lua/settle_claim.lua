-- The tickets of a claim are paired, or given back.
--
-- ARGV  4 the match, 5 'paired', 'waiting', or the reason for which they are cancelled.
-- Answers 1, or 0 if that was settled before.

local claim = key('claim', ARGV[4])
local tickets = redis.call('HGET', claim, 'tickets')
if not tickets then
  return 0
end
redis.call('DEL', claim)
redis.call('ZREM', key('claims'), ARGV[4])
for id in string.gmatch(tickets, '%S+') do
  local ticket = key('ticket', id)
  local player, pool, document, created, expires, leaving =
    unpack(redis.call('HMGET', ticket, 'player', 'pool', 'document', 'created', 'expires', 'leaving'))
  if ARGV[5] == 'paired' then
    finish(id, 'paired', '')
    for _, other in ipairs(redis.call('SMEMBERS', key('waiting', player))) do
      local state, exclusive = unpack(redis.call('HMGET', key('ticket', other), 'state', 'exclusive'))
      if state == 'waiting' and exclusive == '1' then
        finish(other, 'cancelled', 'other_ticket_paired')
      end
    end
  else
    redis.call('HDEL', ticket, 'match')
    if ARGV[5] ~= 'waiting' then
      finish(id, 'cancelled', ARGV[5])
    elseif leaving then
      finish(id, 'cancelled', 'by_player')
    else
      redis.call('HSET', ticket, 'state', 'waiting')
      begin_waiting(id, pool, document, created, expires)
    end
  end
end
return 1
