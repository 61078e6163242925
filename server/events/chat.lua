#!lua
-- Keeps a line of chat under the next number and drops the oldest beyond the limit.
-- The field `n` holds the last number ever given; a line's value begins with the 8 random bytes
-- of its sending, so that the same line sent again after a lost reply is found, not doubled.
-- KEYS: 1 chat (hash)   ARGV: 1 mark, 8 bytes  2 line  3 lines kept  4 again: '1' or ''
--                             5 channel  6 table
local chat, mark = KEYS[1], ARGV[1]

if ARGV[4] == '1' then
  local all = redis.call('HGETALL', chat)
  for i = 1, #all, 2 do
    if all[i] ~= 'n' and string.sub(all[i + 1], 1, 8) == mark then return tonumber(all[i]) end
  end
end

local number = tonumber(redis.call('HGET', chat, 'n') or '0') + 1
redis.call('HSET', chat, 'n', number, string.format('%d', number), mark .. ARGV[2])

local lines = {}
for _, name in ipairs(redis.call('HKEYS', chat)) do
  if name ~= 'n' then lines[#lines + 1] = tonumber(name) end
end
table.sort(lines)
for i = 1, #lines - tonumber(ARGV[3]) do
  redis.call('HDEL', chat, string.format('%d', lines[i]))
end
redis.call('SPUBLISH', ARGV[5], ARGV[6] .. ' 0')
return number
