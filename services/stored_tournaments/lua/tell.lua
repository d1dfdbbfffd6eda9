-- Tell players of a tournament what an entry of its log means to them, and note how far they were told: all or nothing.
--
-- KEYS  1 tournament, 2 notifications of its shard; then the account of each event; then the tournaments of each player
--       whose place in this one is another.
-- ARGV  read in order, see below; by what accounts.lua of the matches has, which stands before.
-- Answers 1, or 0 if players were told up to somewhere else: then somebody else tells, and nothing was changed.

local id, expected, reached = take(), take(), take() -- '': it is not known; '' for reached: it stays so
if (redis.call('HGET', KEYS[1], 'told') or '') ~= expected then
  return 0
end

local version, told_at, kept_for = take(), tonumber(take()), take() -- the number of the entry; milliseconds; seconds
local events = tonumber(take())
local told = tell_players(events, 2, id, version, told_at, kept_for)
if events > 0 then
  notify(KEYS[2], id, '', '', version, told)
end

local key = 2 + events
for _ = 1, tonumber(take()) do
  key = key + 1
  local place = take()
  if place == '' then
    redis.call('HDEL', KEYS[key], id)
  else
    redis.call('HSET', KEYS[key], id, place)
  end
end

if reached ~= '' then
  local about, seconds = take(), take() -- seconds: how long it is kept; '': until it is over
  redis.call('HSET', KEYS[1], 'told', reached, 'about', about)
  if seconds == '' then
    redis.call('PERSIST', KEYS[1])
  else
    redis.call('EXPIRE', KEYS[1], seconds)
  end
end
return 1
