-- Read what a viewer was shown after a revision, together with the match.
--
-- KEYS  1 match, 2 log, 3 the viewer's event stream.
-- ARGV  1 the revision, 2 how many entries at most, 3... fields of the match.
-- Answers the fields' values (false where there is none) and the log entries, oldest first.

local fields = redis.call('HMGET', KEYS[1], unpack(ARGV, 3))
local entries = {}
local pointers = redis.call('XRANGE', KEYS[3], '(' .. ARGV[1] .. '-0', '+', 'COUNT', ARGV[2])
for i, pointer in ipairs(pointers) do
  local id = pointer[2][2]
  local found = redis.call('XRANGE', KEYS[2], id, id)[1]
  if found then
    entries[#entries + 1] = found[2][2]
  end
end
return { fields, entries }
