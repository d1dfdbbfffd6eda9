-- Move a deadline of a match, or take it away, if the match is still as it was when that was decided.
--
-- KEYS  1 match, 2 deadlines.
-- ARGV  1 the version, 2 the deadline's member, 3 when it is due (milliseconds), or '' to take it away; 4 'LT' to move
--       it only if it is due later.

if redis.call('HGET', KEYS[1], 'version') ~= ARGV[1] then
  return 0
end
if ARGV[3] == '' then
  return redis.call('ZREM', KEYS[2], ARGV[2])
end
if ARGV[4] then
  return redis.call('ZADD', KEYS[2], ARGV[4], ARGV[3], ARGV[2])
end
return redis.call('ZADD', KEYS[2], ARGV[3], ARGV[2])
