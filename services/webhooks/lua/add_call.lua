-- Let a call wait for its turn, unless it waits already or is being made.
--
-- KEYS  1 bots, 2 leases, 3 limits, 4 the bot's waiting calls, 5 people.
-- ARGV  1 the bot, 2 the call, 3 now (milliseconds), 4 how many calls the bot takes at a time, 5 the person behind it.
-- Answers 1, or 0 if the call is being made.

local lease = redis.call('ZSCORE', KEYS[2], ARGV[1] .. ' ' .. ARGV[2])
if lease and tonumber(lease) > tonumber(ARGV[3]) then
  return 0
end
redis.call('HSET', KEYS[3], ARGV[1], ARGV[4])
redis.call('HSET', KEYS[5], ARGV[1], ARGV[5])
redis.call('ZADD', KEYS[4], 'NX', ARGV[3], ARGV[2])
redis.call('ZADD', KEYS[1], 'NX', ARGV[3], ARGV[1])
return 1
