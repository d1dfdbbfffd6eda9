-- Reserve what a change would use of a person's quotas, until it is committed or given up.
--
-- KEYS  1 reservations, 2 the person's creations of the last minute.
-- ARGV  1 now, 2 when the reservation expires (milliseconds), 3 the reservation, 4 the new match's id, or '' if none is
--       created, 5 how many may be created in a minute, or 0 for any number.
-- Answers { how many were created in the last minute, when the first of them was } if no more may be created, otherwise
-- { 0, '', the other reservations... }.

local LATE = 1000 -- milliseconds; what is further in the future was written by a clock that was wrong

redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '(' .. (ARGV[2] + LATE), '+inf')
local most = tonumber(ARGV[5])
if ARGV[4] ~= '' and most > 0 then
  redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', ARGV[1] - 60000)
  redis.call('ZREMRANGEBYSCORE', KEYS[2], '(' .. (ARGV[1] + LATE), '+inf')
  if not redis.call('ZSCORE', KEYS[2], ARGV[4]) then
    local created = redis.call('ZCARD', KEYS[2])
    if created >= most then
      return { created, redis.call('ZRANGE', KEYS[2], 0, 0, 'WITHSCORES')[2] }
    end
    redis.call('ZADD', KEYS[2], ARGV[1], ARGV[4])
    redis.call('PEXPIRE', KEYS[2], 60000)
  end
end
redis.call('ZREM', KEYS[1], ARGV[3])
local others = redis.call('ZRANGE', KEYS[1], 0, -1)
redis.call('ZADD', KEYS[1], ARGV[2], ARGV[3])
redis.call('PEXPIRE', KEYS[1], ARGV[2] - ARGV[1])
return { 0, '', unpack(others) }
