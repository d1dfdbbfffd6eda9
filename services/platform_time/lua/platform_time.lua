-- The platform's time: the server's, but where the server's clock steps.
--
-- KEYS  1 the clock: `time`, the server's when it was noted last; `ahead`, by how much the platform's is ahead of it;
--       `since`, since when the server's has been the later one (all in milliseconds).
-- ARGV  1 '' to ask; after a doubtful answer what the caller's own clock says that the platform's time is, or 'none';
--       2 how often the time is noted, 3 a pause after which the server's clock may have been set forward, 4 what is
--       no step, 5 the longest that a caller is believed that nobody noted the time, 6 after how long a server that was
--       set forward is believed (milliseconds).
-- Answers the platform's time, by how much it is ahead of the server's, and 1 if that is doubtful: then nothing was
-- noted, and the caller is to say what it believes.
--
-- The platform's time never runs back behind what was noted. A server's clock that was set back is made up for, and
-- that is taken back by a hundredth, so slowly that it harms no clock of a match. One that was set forward is believed
-- when it has stayed so: until then it may be set back, and nothing has come of it.

local moment = redis.call('TIME')
local time = moment[1] * 1000 + math.floor(moment[2] / 1000)
local every, pause, step = tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local known = redis.call('HMGET', KEYS[1], 'time', 'ahead', 'since')
local last, ahead, since = tonumber(known[1] or ''), tonumber(known[2] or '') or 0, tonumber(known[3] or '')

local function whole(number)
  return string.format('%.0f', number)
end

local function note()
  redis.call('HSET', KEYS[1], 'time', whole(time), 'ahead', whole(ahead))
  if ahead > -step then
    redis.call('HDEL', KEYS[1], 'since')
  else
    redis.call('HSET', KEYS[1], 'since', whole(since or time))
  end
end

if not last then
  note()
  return { time, 0, 0 }
end

local passed = time - last
if passed < 0 or passed > pause then
  if ARGV[1] == '' then
    return { time + ahead, ahead, 1 }
  end
  local least = last + ahead -- what was noted
  local believed = tonumber(ARGV[1]) -- nil for 'none'
  if passed < 0 then
    since = nil
    ahead = math.max(least, math.min(believed or least, least + tonumber(ARGV[5]))) - time
  elseif believed and time + ahead - believed > step then
    ahead = math.max(least, believed) - time
  end
end
if passed < 0 or passed >= every then
  local slow = math.floor(math.max(0, math.min(passed, pause)) / 100)
  if ahead > 0 then
    ahead = math.max(0, ahead - slow)
  elseif ahead > -step then
    ahead = math.min(0, ahead + slow)
  elseif passed >= 0 and since and time - since > tonumber(ARGV[6]) then
    ahead = 0
  end
  note()
end
return { time + ahead, ahead, 0 }
