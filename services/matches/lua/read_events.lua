-- Read what a viewer was shown after a revision, together with the match.
--
-- KEYS  1 match, 2 log.
-- ARGV  1 which of a page's revisions is the viewer's, from 1, 2 the revision, 3... fields of the match.
-- Answers the fields' values (false where there is none) and the pages of the log that have something new for the
-- viewer, oldest first.

local RECENT = 40

local place, since = tonumber(ARGV[1]), tonumber(ARGV[2])

local function shown(page) -- the viewer's revision after the last entry of a page; 0 where there is no such viewer
  local at = 0
  for revision in string.gmatch(string.match(page, '^%d+:([^\n]*)'), '%d+') do
    at = at + 1
    if at == place then
      return tonumber(revision)
    end
  end
  return 0
end

local fields = redis.call('HMGET', KEYS[1], unpack(ARGV, 3))
local pages = redis.call('LRANGE', KEYS[2], -RECENT, -1)
if #pages == RECENT and shown(pages[1]) > since then -- there may be more before
  pages = redis.call('LRANGE', KEYS[2], 0, -1)
end
local wanted = {}
for _, page in ipairs(pages) do
  if shown(page) > since then
    wanted[#wanted + 1] = page
  end
end
return { fields, wanted }
