#!lua
-- Puts right what the indexes say of a table, if its log still is what the writer has read.
-- KEYS: 1 log  2 deadlines (zset)  3 open tables (zset)
-- ARGV: 1 table  2 version  3 tag  4 deadline in ms, '' = none  5 open since, in ms, '' = not open
--       6 ms by which a deadline may be off
-- Answers {version there, what the indexes said: deadline, open}; nothing is changed unless the
-- version and the tag are those of the writer. Without a log: {'0', …}, and all is cleared.
local last = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)[1]
local version, tag = '0', ''
if last then
  version = string.match(last[1], '^(%d+)%-0$') or '?'
  for i = 1, #last[2], 2 do
    if last[2][i] == 'h' then tag = last[2][i + 1] end
  end
end
local due = redis.call('ZSCORE', KEYS[2], ARGV[1]) or ''
local listed = redis.call('ZSCORE', KEYS[3], ARGV[1]) or ''
if version ~= ARGV[2] or tag ~= ARGV[3] then return {version, due, listed} end

if ARGV[4] == '' then
  redis.call('ZREM', KEYS[2], ARGV[1])
elseif due == '' or math.abs(due - ARGV[4]) > tonumber(ARGV[6]) then
  redis.call('ZADD', KEYS[2], ARGV[4], ARGV[1])
end
if ARGV[5] == '' then
  redis.call('ZREM', KEYS[3], ARGV[1])
else
  redis.call('ZADD', KEYS[3], 'NX', ARGV[5], ARGV[1])
end
return {version, due, listed}
