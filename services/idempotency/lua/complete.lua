-- End a request that may be sent again.
--
-- KEYS  1 the request's record.
-- ARGV  1 the record's salt, 2 how it ended: 'completed', 'refused', 'failed', 3 the encrypted response, or ''.
--
-- A first attempt that was refused leaves nothing behind. A record that was made anew since then is left alone.

if redis.call('HGET', KEYS[1], 'salt') ~= ARGV[1] then
  return 0
end
if ARGV[2] == 'completed' then
  return redis.call('HSETNX', KEYS[1], 'response', ARGV[3])
end
if redis.call('HEXISTS', KEYS[1], 'response') == 1 then
  return 0
end
if ARGV[2] == 'refused' and redis.call('HGET', KEYS[1], 'attempts') == '1' then
  return redis.call('DEL', KEYS[1])
end
return redis.call('HSET', KEYS[1], 'locked_until', 0)
