#!lua
-- Tells of an entry, once it has its copies.
-- KEYS: 1 mark (hash), for its slot only   ARGV: 1 bucket's channel  2 table and version
redis.call('SPUBLISH', ARGV[1] .. ':' .. string.match(ARGV[2], '^%S+'), ARGV[2])
return redis.call('SPUBLISH', ARGV[1], ARGV[2])
