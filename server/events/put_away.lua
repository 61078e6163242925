#!lua
-- Takes a table that lies in an archive out of the store, if all of it still is what was archived.
-- KEYS: 1 log  2 deadlines (zset)  3 open tables (zset)  4 names (hash)  5 chat (hash)
-- ARGV: 1 table  2 version  3 tag  4 number of arguments for the names  5 the same for the chat
--       then fields and values of the names, then of the chat
local last = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)[1]
if not last then return 'gone' end
local tag
for i = 1, #last[2], 2 do
  if last[2][i] == 'h' then tag = last[2][i + 1] end
end
if last[1] ~= ARGV[2] .. '-0' or tag ~= ARGV[3] then return 'moved' end

local function is_same(key, from, count)
  local found, there = redis.call('HGETALL', key), {}
  if #found ~= count then return false end
  for i = 1, #found, 2 do there[found[i]] = found[i + 1] end
  for i = from, from + count - 1, 2 do
    if there[ARGV[i]] ~= ARGV[i + 1] then return false end
  end
  return true
end

local names, chat = tonumber(ARGV[4]), tonumber(ARGV[5])
if not is_same(KEYS[4], 6, names) or not is_same(KEYS[5], 6 + names, chat) then return 'moved' end
redis.call('DEL', KEYS[1], KEYS[4], KEYS[5])
redis.call('ZREM', KEYS[2], ARGV[1])
redis.call('ZREM', KEYS[3], ARGV[1])
return 'ok'
