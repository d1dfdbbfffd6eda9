-- A call has been made: count its failure, or forget those before it.
--
-- KEYS  1 leases, 2 failures, 3 offline, 4 round trips.
-- ARGV  1 the bot, 2 the call, 3 now (milliseconds), 4 'answered', 'failed' or '' for neither, 5 how long it took
--       (milliseconds), 6 after how many failures in a row the bot is offline, 7 for how long at first, 8 at most.
-- Answers until when the bot is offline; 0: it is not.

local bot, now = ARGV[1], tonumber(ARGV[3])
redis.call('ZREM', KEYS[1], bot .. ' ' .. ARGV[2])
if ARGV[4] == 'answered' then
  redis.call('HDEL', KEYS[2], bot)
  redis.call('HDEL', KEYS[3], bot)
  redis.call('HSET', KEYS[4], bot, ARGV[5])
  return 0
end
local offline = tonumber(redis.call('HGET', KEYS[3], bot) or 0)
if ARGV[4] == 'failed' and offline <= now then -- those that were under way when it went offline count once
  local beyond = redis.call('HINCRBY', KEYS[2], bot, 1) - tonumber(ARGV[6])
  if beyond >= 0 then
    offline = now + math.min(tonumber(ARGV[7]) * 2 ^ math.min(beyond, 30), tonumber(ARGV[8]))
    redis.call('HSET', KEYS[3], bot, string.format('%.0f', offline))
  end
end
return offline > now and offline or 0
