-- Begin a request that may be sent again.
--
-- KEYS  1 the request's record.
-- ARGV  1 fingerprint of the request, 2 a salt to use if it is the first of its key, 3 now, 4 how long it is believed to
--       be in progress, 5 how long the record is kept (milliseconds).
-- Answers one of
--   { 'begun', created, salt }
--   { 'in_progress' }           an equal request has not been answered yet
--   { 'mismatch' }              the key stands for another request
--   { 'completed', created, salt, response }

local LATE = 1000 -- milliseconds; what is further in the future was written by a clock that was wrong

local now = tonumber(ARGV[3])
local known = redis.call('HMGET', KEYS[1], 'fingerprint', 'created_ms', 'salt', 'locked_until', 'response')
if not known[1] then
  redis.call('HSET', KEYS[1], 'fingerprint', ARGV[1], 'created_ms', ARGV[3], 'salt', ARGV[2],
    'locked_until', now + ARGV[4], 'attempts', 1)
  redis.call('PEXPIRE', KEYS[1], ARGV[5])
  return { 'begun', ARGV[3], ARGV[2] }
end
if known[1] ~= ARGV[1] then
  return { 'mismatch' }
end
if known[5] then
  return { 'completed', known[2], known[3], known[5] }
end
local locked_until, created = tonumber(known[4]), known[2]
if locked_until > now and locked_until <= now + ARGV[4] + LATE then
  return { 'in_progress' }
end
if tonumber(created) > now + LATE then -- no match was made at a moment that is yet to come
  created = ARGV[3]
  redis.call('HSET', KEYS[1], 'created_ms', created)
end
redis.call('HSET', KEYS[1], 'locked_until', now + ARGV[4])
redis.call('HINCRBY', KEYS[1], 'attempts', 1)
return { 'begun', created, known[3] }
