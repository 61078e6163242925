#!lua
-- Keeps a line of chat under the next number and drops the oldest beyond the limit.
-- Field `n` holds the last number ever given. A line's value begins with the 8 random bytes that
-- mark its sending, so that one sent again after a lost reply is found and not doubled.
-- KEYS: 1 chat (hash)  2 mark (hash), where copies are counted
-- ARGV: 1 mark  2 line  3 lines kept  4 bucket's channel  5 table
local chat, mark = KEYS[1], ARGV[1]

local last, numbers = 0, {}
local all = redis.call('HGETALL', chat)
for i = 1, #all, 2 do
  if all[i] == 'n' then
    last = tonumber(all[i + 1])
  elseif string.sub(all[i + 1], 1, 8) == mark then
    if KEYS[2] then redis.call('HSET', KEYS[2], 'w', '1') end
    return tonumber(all[i])
  else
    numbers[#numbers + 1] = tonumber(all[i])
  end
end

local number = string.format('%d', last + 1)
redis.call('HSET', chat, 'n', number, number, mark .. ARGV[2])
table.sort(numbers)
for i = 1, #numbers + 1 - tonumber(ARGV[3]) do
  redis.call('HDEL', chat, string.format('%d', numbers[i]))
end
redis.call('SPUBLISH', ARGV[4] .. ':' .. ARGV[5], ARGV[5] .. ' 0')
redis.call('SPUBLISH', ARGV[4], ARGV[5] .. ' 0')
return tonumber(number)
