-- Commit one change of a match: all of it or nothing.
--
-- KEYS  1 match, 2 log, 3 notifications, 4 outbox, 5 deadlines, 6 the bots that have a webhook; then the account of each
--       player's event; then the indexes that the match leaves, then those that it enters; then, if spectators see the match with a delay and are
--       notified of this change, the set of what they see later.
-- ARGV  read in order, see below; by what accounts.lua has, which stands before. The match id is the second of them.
-- Answers 1, or 0 if the match is not at the expected version: then somebody else was first; or, below 0, by how many
-- milliseconds this server's clock is behind what the caller says. With either nothing was changed.

local AHEAD = 1000 -- milliseconds by which clocks of servers, and what processes know of them, may differ

local expected = take() -- '' for a new match
local id = take()
if (redis.call('HGET', KEYS[1], 'version') or '') ~= expected then
  return 0
end
local server_time = take() -- what this server's clock should say, '' if the caller does not know
if server_time ~= '' then
  local moment = redis.call('TIME')
  local behind = tonumber(server_time) - (moment[1] * 1000 + math.floor(moment[2] / 1000))
  if behind > AHEAD then
    return -behind
  end
end

local accounts, version, told_at, kept_for = tonumber(take()), take(), tonumber(take()), take()
local told = tell_players(accounts, 6, id, version, told_at, kept_for)

local page, notified = take(), take() -- of the log, '' for none; the viewers who are shown something, '0 2'
if page ~= '' then
  redis.call('RPUSH', KEYS[2], page)
end
if page ~= '' or accounts > 0 then
  notify(KEYS[3], id, notified, page, version, told)
end

local fields = tonumber(take()) -- names and values, alternating
redis.call('HSET', KEYS[1], unpack(ARGV, at + 1, at + fields))
at = at + fields

-- The bots that are asked something new. Calls are queued if one of them has a webhook, or nobody knows.
local asked, is_called = tonumber(take()), false
if asked > 0 then
  is_called = redis.call('SISMEMBER', KEYS[6], '') == 0
end
for _ = 1, asked do
  is_called = redis.call('SISMEMBER', KEYS[6], take()) == 1 or is_called
end

-- Kinds of outbox entries; who owns the match; the trace that they belong to, or ''.
local tasks, owner, trace = tonumber(take()), take(), take()
for _ = 1, tasks do
  local kind, rev = take(), take()
  if kind ~= 'call' or is_called then
    local task = {'kind', kind, 'match', id, 'rev', rev, 'owner', owner}
    if trace ~= '' then
      task[9], task[10] = 'trace', trace
    end
    redis.call('XADD', KEYS[4], '*', unpack(task))
  end
end

local deadlines = tonumber(take()) -- kind and milliseconds, or '' to take the deadline away
for _ = 1, deadlines do
  local kind, due = take(), take()
  local member = kind .. ':' .. id
  if due == '' then
    redis.call('ZREM', KEYS[5], member)
  elseif kind ~= 'call' or is_called then
    redis.call('ZADD', KEYS[5], due, member)
  end
end

local key = 6 + accounts
local left, entered = tonumber(take()), tonumber(take())
for _ = 1, left do
  key = key + 1
  redis.call('ZREM', KEYS[key], id)
end
for _ = 1, entered do
  key = key + 1
  redis.call('ZADD', KEYS[key], take(), id) -- its score there
end

if KEYS[key + 1] then
  key = key + 1
  local before_start = take() -- '' unless this is the start
  local moment, kept, document, view = tonumber(take()), tonumber(take()), take(), take() -- view '': as before
  local last, last_moment = unpack(redis.call('ZRANGE', KEYS[key], -1, -1, 'WITHSCORES'))
  if last then
    moment = math.max(moment, tonumber(last_moment)) -- clocks differ; what is shown must not
  end
  if last and view == '' then
    local head, size = string.match(last, '^(%d+ (%d+)\n)')
    view = string.sub(last, #head + size + 1)
  end
  if before_start ~= '' then
    redis.call('ZADD', KEYS[key], 0, before_start) -- seen from the beginning on
  end
  redis.call('ZADD', KEYS[key], moment, document .. view)
  local old = redis.call('ZREVRANGEBYSCORE', KEYS[key], moment - kept, '-inf', 'WITHSCORES', 'LIMIT', 0, 1)[2]
  if old then
    redis.call('ZREMRANGEBYSCORE', KEYS[key], '-inf', '(' .. old)
  end
end

return 1
