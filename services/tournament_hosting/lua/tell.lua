-- Tell players of a tournament what an entry of its log means to them, and note how far they were told: all or nothing.
--
-- KEYS  1 tournament, 2 notifications of its shard; then the account of each event; then the tournaments of each player
--       whose place in this one is another.
-- ARGV  read in order, see below.
-- Answers 1, or 0 if players were told up to somewhere else: then somebody else tells, and nothing was changed.

local NOTIFICATIONS = 512 -- as commit.lua of the matches has them
local ACCOUNT_EVENTS = 64

local at = 0
local function take()
  at = at + 1
  return ARGV[at]
end

local id, expected, reached = take(), take(), take() -- '': it is not known; '' for reached: it stays so
if (redis.call('HGET', KEYS[1], 'told') or '') ~= expected then
  return 0
end

local function last_of(stream)
  local last = redis.call('XREVRANGE', stream, '+', '-', 'COUNT', 1)[1]
  return last and last[1] or '0-0'
end

local version, told_at, kept_for = take(), tonumber(take()), take() -- the number of the entry; milliseconds; seconds
local events = tonumber(take())
local told = {}
for place = 1, events do
  local player, event = take(), take()
  local account = KEYS[2 + place]
  local after = last_of(account)
  local moment = math.max(told_at, tonumber(string.match(after, '^%d+'))) -- clocks differ; ids must grow
  local entry = redis.call(
    'XADD', account, 'MAXLEN', ACCOUNT_EVENTS, string.format('%.0f-*', moment),
    'after', after, 'match', id, 'version', version, 'event', event
  )
  redis.call('EXPIRE', account, kept_for)
  told[place] = {player, entry, after, event}
end
if events > 0 then
  redis.call(
    'XADD', KEYS[2], 'MAXLEN', '~', NOTIFICATIONS, '*',
    'after', last_of(KEYS[2]), 'match', id, 'viewers', '', 'page', '',
    'version', version, 'accounts', cjson.encode(told)
  )
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
