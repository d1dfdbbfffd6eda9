-- Read tickets for their owner, by which they go on waiting.
--
-- ARGV  4 the owner; then tickets.
-- Answers the fields of each, {} for one that is not there or is somebody else's.

local found = {}
for at = 5, #ARGV do
  local id = ARGV[at]
  local ticket = key('ticket', id)
  local fields = {}
  if redis.call('HGET', ticket, 'player') == ARGV[4] then
    expire_if_due(id)
    local state = redis.call('HGET', ticket, 'state')
    if state == 'waiting' or state == 'claimed' then
      local expires = string.format('%.0f', now + patience)
      redis.call('HSET', ticket, 'expires', expires)
      redis.call('ZADD', key('alive'), 'XX', expires, id)
    end
    fields = redis.call('HGETALL', ticket)
  end
  found[#found + 1] = fields
end
return found
