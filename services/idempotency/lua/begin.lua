-- Begin an attempt at a request that may be sent again.
--
-- KEYS  1 the request's key.
-- ARGV  1 digest of the request, 2 a salt to use if this is the first attempt, 3 now, 4 how long an attempt is believed
--       to be running, 5 how long all of it is kept (milliseconds).
-- Answers one of
--   { 'begun', at, salt }
--   { 'running' }               an equal request has not been answered yet
--   { 'other' }                 the key stands for another request
--   { 'done', at, salt, answer }

local now = tonumber(ARGV[3])
local known = redis.call('HMGET', KEYS[1], 'request', 'at', 'salt', 'until', 'answer')
if not known[1] then
  redis.call('HSET', KEYS[1], 'request', ARGV[1], 'at', ARGV[3], 'salt', ARGV[2], 'until', now + ARGV[4], 'attempts', 1)
  redis.call('PEXPIRE', KEYS[1], ARGV[5])
  return { 'begun', ARGV[3], ARGV[2] }
end
if known[1] ~= ARGV[1] then
  return { 'other' }
end
if known[5] then
  return { 'done', known[2], known[3], known[5] }
end
if tonumber(known[4]) > now then
  return { 'running' }
end
redis.call('HSET', KEYS[1], 'until', now + ARGV[4])
redis.call('HINCRBY', KEYS[1], 'attempts', 1)
return { 'begun', known[2], known[3] }
