-- Count one request by the generic cell rate algorithm (GCRA): in the first of some buckets that has room for it.
--
-- KEYS  of each bucket: its theoretical arrival time, the moment (microseconds since 1970) at which its whole burst may
--       be sent again; no key: now.
-- ARGV  of each bucket: its burst, its emission interval (microseconds).
-- Answers which bucket counts it (from 1), how many more requests that one has room for, after how many microseconds
-- its whole burst may be sent again, and after how many one request may: 0 if this one may pass. Where none has room
-- that is of the bucket which has soonest.

local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local soonest
for number, key in ipairs(KEYS) do
  local burst = tonumber(ARGV[2 * number - 1])
  local interval = tonumber(ARGV[2 * number])
  -- Later than after a whole burst it cannot be, unless the server's clock was set back.
  local latest = now + burst * interval
  local arrival = math.min(math.max(now, tonumber(redis.call('GET', key) or now)), latest)
  local next_arrival = arrival + interval
  local allowed_at = next_arrival - burst * interval
  if now >= allowed_at then
    redis.call('SET', key, string.format('%.0f', next_arrival), 'PX', math.ceil((next_arrival - now) / 1000))
    return { number, math.floor((now - allowed_at) / interval), next_arrival - now, 0 }
  end
  if not soonest or allowed_at - now < soonest[4] then
    soonest = { number, 0, arrival - now, allowed_at - now }
  end
end
return soonest
