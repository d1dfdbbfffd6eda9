-- Put a turn into the queue, unless it waits there already: then it keeps its place.
--
-- KEYS  1 waiting, 2 details, 3 last, 4 passed.
-- ARGV  1 the turn's name, 2 its owner, 3 its details, 4 the head start.
-- Answers 1 if the turn was not waiting.
--
-- Start-time fair queueing: an owner's turns are given the numbers of consecutive rounds. So each round holds one turn of
-- each owner, however many an owner has. Who had none for a while begins so many rounds earlier, and no more: a match
-- that waits for its own last turn does not lose what others took meanwhile.

redis.call('HSET', KEYS[2], ARGV[1], ARGV[3])
if redis.call('ZSCORE', KEYS[1], ARGV[1]) then
  return 0
end
local earliest = tonumber(redis.call('GET', KEYS[4]) or 0) - ARGV[4]
local last = tonumber(redis.call('ZSCORE', KEYS[3], ARGV[2]) or earliest)
local round = math.max(earliest, last) + 1
redis.call('ZADD', KEYS[1], round, ARGV[1])
redis.call('ZADD', KEYS[3], round, ARGV[2])
return 1
