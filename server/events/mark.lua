#!lua
-- Says whether an entry stands in the log, and writes something that means nothing, so that the
-- WAIT behind it covers all that was written before: both at once, at one server, as a failover
-- in between could undo what was found.
-- KEYS: 1 log  2 mark (hash), where copies are counted
-- ARGV: 1 version  2 tag of the entry
local entry = redis.call('XRANGE', KEYS[1], ARGV[1] .. '-0', ARGV[1] .. '-0')[1]
local stands = 0
if entry then
  for i = 1, #entry[2], 2 do
    if entry[2][i] == 'h' and entry[2][i + 1] == ARGV[2] then stands = 1 end
  end
end
if KEYS[2] then redis.call('HSET', KEYS[2], 'w', '1') end
return stands
