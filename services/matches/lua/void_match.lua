-- See to it that a match is never created.
--
-- KEYS  1 match.
-- ARGV  1 for how long (milliseconds).
-- Answers 1, or 0 if it was created.

local version = redis.call('HGET', KEYS[1], 'version')
if version and version ~= 'void' then
  return 0
end
redis.call('HSET', KEYS[1], 'version', 'void')
redis.call('PEXPIRE', KEYS[1], ARGV[1])
return 1
