#!lua
-- Tells of an entry, once it has its copies.
-- KEYS: 1 mark (hash), for its slot only   ARGV: 1 channel  2 table and version
return redis.call('SPUBLISH', ARGV[1], ARGV[2])
