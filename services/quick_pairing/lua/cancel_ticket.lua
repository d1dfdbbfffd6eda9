-- Cancel a ticket that waits. One that is being seated waits no longer if it is given back.
--
-- ARGV  4 the owner, 5 the ticket.
-- Answers its fields, {} if it is not there or is somebody else's.

local ticket = key('ticket', ARGV[5])
if redis.call('HGET', ticket, 'player') ~= ARGV[4] then
  return {}
end
expire_if_due(ARGV[5])
local state = redis.call('HGET', ticket, 'state')
if state == 'waiting' then
  finish(ARGV[5], 'cancelled', 'by_player')
elseif state == 'claimed' then
  redis.call('HSET', ticket, 'leaving', 1)
end
return redis.call('HGETALL', ticket)
