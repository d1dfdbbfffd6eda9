-- Take the next call that may be made: people take turns, then bots of the same person, and among one bot's calls the
-- first to wait is the first.
--
-- KEYS  1 bots, 2 leases, 3 limits, 4 failures, 5 offline; 6 what a bot's waiting calls lie under, its id follows;
--       7 people, 8 turns.
-- ARGV  1 now (milliseconds), 2 until when the call is whoever takes it's, 3 after how many failures a bot is tried with
--       one call at a time; then people who are passed over.
-- Answers the bot, the call and the person, or false if none may be made.

local now, trying = tonumber(ARGV[1]), tonumber(ARGV[3])
local skipped = {}
for at = 4, #ARGV do
  skipped[ARGV[at]] = true
end
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', now)
redis.call('ZREMRANGEBYSCORE', KEYS[2], '(' .. (ARGV[2] + 1000), '+inf') -- by a clock that was wrong
local calls = {} -- being made, by bot
for _, lease in ipairs(redis.call('ZRANGE', KEYS[2], 0, -1)) do
  local bot = string.match(lease, '^%S+')
  calls[bot] = (calls[bot] or 0) + 1
end
local waiting_bots = {}
for place, bot in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do
  local person = redis.call('HGET', KEYS[7], bot) or bot
  waiting_bots[place] = {bot, person, tonumber(redis.call('HGET', KEYS[8], person) or 0), place}
end
table.sort(waiting_bots, function(one, other)
  if one[3] ~= other[3] then
    return one[3] < other[3]
  end
  return one[4] < other[4]
end)
for _, found in ipairs(waiting_bots) do
  local bot, person = found[1], found[2]
  local limit = tonumber(redis.call('HGET', KEYS[3], bot) or 1)
  if tonumber(redis.call('HGET', KEYS[4], bot) or 0) >= trying then
    limit = 1
  end
  local offline = tonumber(redis.call('HGET', KEYS[5], bot) or 0)
  if not skipped[person] and offline <= now and (calls[bot] or 0) < limit then
    local waiting = KEYS[6] .. bot
    local call = redis.call('ZPOPMIN', waiting)[1]
    if redis.call('EXISTS', waiting) == 0 then
      redis.call('ZREM', KEYS[1], bot)
    else
      redis.call('ZADD', KEYS[1], now, bot)
    end
    if call then
      redis.call('HSET', KEYS[8], person, redis.call('HINCRBY', KEYS[8], '', 1))
      redis.call('ZADD', KEYS[2], ARGV[2], bot .. ' ' .. call)
      return {bot, call, person}
    end
  end
end
return false
