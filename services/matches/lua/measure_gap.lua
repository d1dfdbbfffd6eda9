-- Note that a ticker lives, if one asks, and measure the gap if none has for too long.
--
-- KEYS  1 when a ticker lived last, 2 the gaps, oldest first: '<since> <until>'
-- ARGV  1 now, 2 the longest pause that is no gap (milliseconds), 3 '1' if a ticker asks, 4 how many gaps are kept
-- Answers whether a gap was measured now, and the gaps.
--
-- Whoever comes first after a gap measures it; whoever comes next finds it measured. While no ticker lives, what is
-- measured in parts is one gap: each part begins where the one before ended.

local LATE = 1000 -- milliseconds; what is further in the future was written by a clock that was wrong

local now = tonumber(ARGV[1])
local last = tonumber(redis.call('GET', KEYS[1]) or '')
if last ~= nil and last > now + LATE then
  last = nil
end
while tonumber(string.match(redis.call('LINDEX', KEYS[2], -1) or '', '%d+$') or '0') > now + LATE do
  redis.call('RPOP', KEYS[2])
end
local is_gap = last ~= nil and now - last > tonumber(ARGV[2])
if is_gap then
  local since, until_last = string.match(redis.call('LINDEX', KEYS[2], -1) or '', '^(%d+) (%d+)$')
  if tonumber(until_last or '') == last then
    redis.call('LSET', KEYS[2], -1, since .. ' ' .. ARGV[1])
  else
    redis.call('RPUSH', KEYS[2], string.format('%.0f', last) .. ' ' .. ARGV[1])
    redis.call('LTRIM', KEYS[2], -tonumber(ARGV[4]), -1)
  end
end
if is_gap or (ARGV[3] == '1' and (last == nil or now > last)) then
  redis.call('SET', KEYS[1], ARGV[1])
end
return {is_gap and 1 or 0, redis.call('LRANGE', KEYS[2], 0, -1)}
