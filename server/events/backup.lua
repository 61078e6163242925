#!lua flags=no-writes
-- A page of a table's log; with the last page also what the indexes say of it at that
-- moment, and the id of the last entry that there ever was.
-- KEYS: 1 log  2 deadlines  3 open tables   ARGV: 1 table  2 last id so far  3 entries in a page
local page = redis.call('XRANGE', KEYS[1], '(' .. ARGV[2], '+', 'COUNT', ARGV[3])
if #page == tonumber(ARGV[3]) then return {page} end
local newest = ''
if redis.call('EXISTS', KEYS[1]) == 1 then
  local told = redis.call('XINFO', 'STREAM', KEYS[1])
  for i = 1, #told, 2 do
    if told[i] == 'last-generated-id' then newest = told[i + 1] end
  end
end
return {
  page,
  redis.call('ZSCORE', KEYS[2], ARGV[1]) or '',
  redis.call('ZSCORE', KEYS[3], ARGV[1]) or '',
  newest,
}
