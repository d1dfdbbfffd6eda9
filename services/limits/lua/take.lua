-- Take some requests' worth out of a client's bucket (generic cell rate algorithm).
--
-- KEYS  1 the bucket: the moment (microseconds since 1970) at which it is full again; no key: it is full now.
-- ARGV  1 what the bucket holds when it is full, 2 microseconds for each request, 3 how many are wanted at most.
-- Answers how many were taken, how many are left, and after how many microseconds the bucket is full again.
--
-- Nobody takes more than a quarter of what is left, so that several processes share the last of it.

local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local interval = tonumber(ARGV[2])
local full = math.max(now, tonumber(redis.call('GET', KEYS[1]) or now))
local left = math.floor((now + ARGV[1] * interval - full) / interval)
if left < 1 then
  return { 0, 0, full - now }
end
local taken = math.max(1, math.min(tonumber(ARGV[3]), math.floor(left / 4)))
full = full + taken * interval
redis.call('SET', KEYS[1], string.format('%.0f', full), 'PX', math.ceil((full - now) / 1000))
return { taken, left - taken, full - now }
