-- End an attempt.
--
-- KEYS  1 the request's key.
-- ARGV  1 the salt of the attempt, 2 how it ended: 'answered', 'refused', 'failed', 3 the answer, or ''.
--
-- A first attempt that was refused leaves nothing behind. What is there from another life of the key is left alone.

if redis.call('HGET', KEYS[1], 'salt') ~= ARGV[1] then
  return 0
end
if ARGV[2] == 'answered' then
  return redis.call('HSETNX', KEYS[1], 'answer', ARGV[3])
end
if redis.call('HEXISTS', KEYS[1], 'answer') == 1 then
  return 0
end
if ARGV[2] == 'refused' and redis.call('HGET', KEYS[1], 'attempts') == '1' then
  return redis.call('DEL', KEYS[1])
end
return redis.call('HSET', KEYS[1], 'until', 0)
