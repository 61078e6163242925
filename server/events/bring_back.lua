#!lua
-- Puts a whole log, with names and chat, where there is no log.
-- KEYS: 1 log  2 names (hash)  3 chat (hash)
-- ARGV: 1 number of arguments for the names  2 the same for the chat, then those;
--       then for each entry: its id, the number of its arguments, its fields and values
if redis.call('EXISTS', KEYS[1]) == 1 then return 'there' end

local at = 3
for i = 1, 2 do
  local count = tonumber(ARGV[i])
  for field = at, at + count - 1, 2 do
    redis.call('HSET', KEYS[i + 1], ARGV[field], ARGV[field + 1])
  end
  at = at + count
end
while at <= #ARGV do
  local count = tonumber(ARGV[at + 1])
  redis.call('XADD', KEYS[1], ARGV[at], unpack(ARGV, at + 2, at + 1 + count))
  at = at + 2 + count
end
return 'ok'
