#!lua flags=no-writes
-- A page of a table's log; with the last page also what the indexes say of it at that moment.
-- KEYS: 1 log  2 deadlines  3 open tables   ARGV: 1 table  2 last id so far  3 entries in a page
local page = redis.call('XRANGE', KEYS[1], '(' .. ARGV[2], '+', 'COUNT', ARGV[3])
if #page == tonumber(ARGV[3]) then return {page} end
return {
  page,
  redis.call('ZSCORE', KEYS[2], ARGV[1]) or '',
  redis.call('ZSCORE', KEYS[3], ARGV[1]) or '',
}
