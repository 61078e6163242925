#!lua
-- Writes something that means nothing, so that the WAIT behind it covers all that was written before.
-- KEYS: 1 mark (hash)
return redis.call('HSET', KEYS[1], 'w', '1')
