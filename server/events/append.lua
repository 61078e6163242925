#!lua
-- Appends one entry to a table's log, if the log still is what the writer knows; exactly once,
-- however often it is sent. Everything it touches lies in the slot of one bucket.
-- KEYS: 1 log  2 deadlines (zset)  3 open tables (zset)  4 mark (hash), where copies are counted
-- ARGV: 1 table  2 expected version  3 tag of the entry there  4 bucket's channel, '' = tell nobody
--       5 what h, the tag, is made of  6 c, command id  7 m  8 a  9 p  10 s
--       11 deadline: '' = keep, '-' = clear, else ms from now   12 open: '' = keep, '-' = drop, '+'
--       13 entries in a page of the tail   14 ms added to the server's clock
local log, want, wanted_tag, command = KEYS[1], ARGV[2], ARGV[3], ARGV[6]

local function field(entry, name)
  local pairs_ = entry[2]
  for i = 1, #pairs_, 2 do
    if pairs_[i] == name then return pairs_[i + 1] end
  end
end

local last = redis.call('XREVRANGE', log, '+', '-', 'COUNT', 1)[1]
local newest = '0'
if last then
  newest = string.match(last[1], '^(%d+)%-0$')
  if not newest then return {'corrupt', last[1]} end
end

local n, w = tonumber(newest), tonumber(want)
if w > n then return {'fork', newest} end
if w > 0 then
  local known = last
  if w < n then known = redis.call('XRANGE', log, want .. '-0', want .. '-0')[1] end
  if not known or field(known, 'h') ~= wanted_tag then return {'fork', newest} end
end

if n > w then
  local tail, from = nil, want .. '-0'
  repeat
    local page = redis.call('XRANGE', log, '(' .. from, '+', 'COUNT', ARGV[13])
    tail = tail or page
    for _, entry in ipairs(page) do
      from = entry[1]
      if field(entry, 'c') == command then
        -- WAIT counts what its own connection wrote: without this it would cover nothing.
        if KEYS[4] then redis.call('HSET', KEYS[4], 'w', '1') end
        return {'dup', string.match(from, '^%d+'), field(entry, 't'), field(entry, 'h'), tail}
      end
    end
  until #page < tonumber(ARGV[13])
  return {'behind', newest, tail}
end

local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000) + ARGV[14]
-- Numbers are doubles here, and tostring() would write large ones with an exponent.
local at = string.format('%d', now)
local version = string.format('%d', n + 1)
-- Sent again to a server that never had it, the same draft gets another time, and so another tag:
-- else two entries that differ would pass for one.
local digest = string.sub(redis.sha1hex(ARGV[5] .. at), 1, 16)
local h = string.gsub(digest, '..', function(hex) return string.char(tonumber(hex, 16)) end)
-- The seal, by which a check finds a byte that has changed since (events/seal.py).
local m, a, p, s = ARGV[7], ARGV[8], ARGV[9], ARGV[10]
local seal = string.sub(redis.sha1hex((last and field(last, 'd') or '')
  .. #version .. ':' .. version .. #h .. ':' .. h .. #command .. ':' .. command .. #at .. ':' .. at
  .. #m .. ':' .. m .. #a .. ':' .. a .. #p .. ':' .. p .. #s .. ':' .. s), 1, 16)
redis.call('XADD', log, version .. '-0', 'h', h, 'c', command, 't', at, 'm', m, 'a', a, 'p', p,
  's', s, 'd', seal)
if ARGV[11] == '-' then
  redis.call('ZREM', KEYS[2], ARGV[1])
elseif ARGV[11] ~= '' then
  redis.call('ZADD', KEYS[2], string.format('%d', now + ARGV[11]), ARGV[1])
end
if ARGV[12] == '-' then
  redis.call('ZREM', KEYS[3], ARGV[1])
elseif ARGV[12] == '+' then
  redis.call('ZADD', KEYS[3], 'NX', at, ARGV[1])
end
-- Behind the writes: what is refused for want of memory or replicas must not be announced.
if ARGV[4] ~= '' then
  local told = ARGV[1] .. ' ' .. version
  redis.call('SPUBLISH', ARGV[4] .. ':' .. ARGV[1], told)
  redis.call('SPUBLISH', ARGV[4], told)
end
return {'ok', version, at, h}
