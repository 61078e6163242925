#!lua
-- Erases what people wrote; numbers of lines are never given again.
-- KEYS: 1 names (hash)  2 chat (hash)  3 mark (hash), where copies are counted
-- ARGV: 1 bucket's channel  2 table  3 number of fields of the names, then those, then numbers of lines
local fields = tonumber(ARGV[3])
for i = 4, #ARGV do
  redis.call('HDEL', i < 4 + fields and KEYS[1] or KEYS[2], ARGV[i])
end
-- WAIT counts what its own connection wrote, and what is gone already writes nothing.
if KEYS[3] then redis.call('HSET', KEYS[3], 'w', '1') end
redis.call('SPUBLISH', ARGV[1] .. ':' .. ARGV[2], ARGV[2] .. ' 0')
redis.call('SPUBLISH', ARGV[1], ARGV[2] .. ' 0')
return 1
