#!lua
-- Keeps a name, title or secret of a table.
-- KEYS: 1 names (hash)   ARGV: 1 field  2 text  3 bucket's channel  4 table
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
redis.call('SPUBLISH', ARGV[3] .. ':' .. ARGV[4], ARGV[4] .. ' 0')
redis.call('SPUBLISH', ARGV[3], ARGV[4] .. ' 0')
return 1
