-- Count one request of a client by the generic cell rate algorithm (GCRA).
--
-- KEYS  1 the client's theoretical arrival time: the moment (microseconds since 1970) at which its whole burst may be
--       sent again; no key: now.
-- ARGV  1 the burst, 2 the emission interval (microseconds).
-- Answers how many more requests may be sent, after how many microseconds the whole burst may be sent again, and after
-- how many one request may: 0 if this one may pass.

local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local interval = tonumber(ARGV[2])
-- Later than after a whole burst it cannot be, unless the server's clock was set back.
local latest = now + ARGV[1] * interval
local arrival = math.min(math.max(now, tonumber(redis.call('GET', KEYS[1]) or now)), latest)
local next_arrival = arrival + interval
local allowed_at = next_arrival - ARGV[1] * interval
if now < allowed_at then
  return { 0, arrival - now, allowed_at - now }
end
redis.call('SET', KEYS[1], string.format('%.0f', next_arrival), 'PX', math.ceil((next_arrival - now) / 1000))
return { math.floor((now - allowed_at) / interval), next_arrival - now, 0 }
