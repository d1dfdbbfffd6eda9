-- Take claims whose matches are to be made; they are nobody else's for a while.
--
-- ARGV  4 until when, 5 how many at most.
-- Answers for each the match, its moment, its seed, and the fields of each ticket in the order of seats.

for _, match in ipairs(redis.call('ZRANGEBYSCORE', key('claims'), '(' .. (ARGV[4] + 1000), '+inf')) do
  redis.call('ZADD', key('claims'), now, match) -- taken by a clock that was wrong
end
local taken = {}
for _, match in ipairs(redis.call('ZRANGEBYSCORE', key('claims'), '-inf', now, 'LIMIT', 0, ARGV[5])) do
  redis.call('ZADD', key('claims'), ARGV[4], match)
  local at, seed, tickets = unpack(redis.call('HMGET', key('claim', match), 'at', 'seed', 'tickets'))
  local fields = {}
  for id in string.gmatch(tickets, '%S+') do
    fields[#fields + 1] = redis.call('HGETALL', key('ticket', id))
  end
  taken[#taken + 1] = {match, at, seed, fields}
end
return taken
