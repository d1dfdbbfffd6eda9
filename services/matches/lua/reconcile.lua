-- Give a match a deadline that it lacks, if it is still as it was when that was found.
--
-- KEYS  1 match, 2 deadlines.
-- ARGV  1 the version, 2 the deadline's member, 3 when it is due (milliseconds).
-- Answers 1 if the deadline was missing.

if redis.call('HGET', KEYS[1], 'version') ~= ARGV[1] then
  return 0
end
return redis.call('ZADD', KEYS[2], 'NX', ARGV[3], ARGV[2])
