-- What scripts have in common that tell players something: it stands before each of them. Their arguments are read in
-- order, by take().

local NOTIFICATIONS = 512 -- are kept of each shard, or a few more; who is further behind begins anew
local ACCOUNT_EVENTS = 64 -- are kept of each player's in a shard; who is further behind is told what is open

local at = 0
local function take()
  at = at + 1
  return ARGV[at]
end

-- The id of a stream's last entry: entries name the one before them.
local function last_of(stream)
  local last = redis.call('XREVRANGE', stream, '+', '-', 'COUNT', 1)[1]
  return last and last[1] or '0-0'
end

-- Take so many players with their events, and append each event to its account: the keys after the one with the number
-- `before`. Kept for a while for those who were away. Answers the events as the hub passes them on.
local function tell_players(events, before, id, version, told_at, kept_for)
  local told = {}
  for place = 1, events do
    local player, event = take(), take()
    local account = KEYS[before + place]
    local after = last_of(account)
    local moment = math.max(told_at, tonumber(string.match(after, '^%d+'))) -- clocks differ; ids must grow
    local entry = redis.call(
      'XADD', account, 'MAXLEN', ACCOUNT_EVENTS, string.format('%.0f-*', moment),
      'after', after, 'match', id, 'version', version, 'event', event
    )
    redis.call('EXPIRE', account, kept_for)
    told[place] = {player, entry, after, event}
  end
  return told
end

-- Tell the hub of a change. viewers: who are shown something, '0 2'; page: of the log, '' for none.
local function notify(notifications, id, viewers, page, version, told)
  redis.call(
    'XADD', notifications, 'MAXLEN', '~', NOTIFICATIONS, '*',
    'after', last_of(notifications), 'match', id, 'viewers', viewers, 'page', page,
    'version', version, 'accounts', #told > 0 and cjson.encode(told) or ''
  )
end

