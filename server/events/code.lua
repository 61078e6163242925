#!lua
-- Keeps for whom a code is, until its time is over by the server's clock; drops all that are too old.
-- KEYS: 1 codes (hash)   ARGV: 1 digest of the code  2 for whom  3 ms that it lives  4 ms added to the
-- server's clock
-- Answers when it is too old, or '0' if it is somebody else's.
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000) + ARGV[4]
local all = redis.call('HGETALL', KEYS[1])
for i = 1, #all, 2 do
  local till, whose = string.match(all[i + 1], '^(%d+) (.*)$')
  if tonumber(till) <= now then
    redis.call('HDEL', KEYS[1], all[i])
  elseif all[i] == ARGV[1] and whose ~= ARGV[2] then
    return '0'
  end
end
local till = string.format('%d', now + ARGV[3])
redis.call('HSET', KEYS[1], ARGV[1], till .. ' ' .. ARGV[2])
return till
