-- Gives a call its turn. All times are Redis's, in milliseconds; rates are per second.
-- state: rate (learnt), told and toldTokens (by the provider's headers), quiet (until when nobody calls),
--        next and nextTokens (when the next turn is), cap (calls at once, learnt), since and sent (calls since then)
local state, busy, queue = KEYS[1], KEYS[2], KEYS[3]
local permit, ticket, patience, urgent, tokens = ARGV[1], ARGV[2], tonumber(ARGV[3]), ARGV[4] == '1', tonumber(ARGV[5])
local mostRate, mostTokens, mostBusy = ARGV[6] / 60, ARGV[7] / 60, tonumber(ARGV[8])
local permitTime, life = ARGV[9], ARGV[10]
local burst, burstTokens, ticketLife, idle = 10, 5000, 600000, 2000

local function least(a, b)
  a, b = tonumber(a or 0), tonumber(b or 0)
  if a == 0 or b == 0 then return math.max(a, b) end
  return math.min(a, b)
end

local time = redis.call('time')
local now = time[1] * 1000 + time[2] / 1000
local s = redis.call('hmget', state, 'rate', 'told', 'toldTokens', 'quiet', 'next', 'nextTokens', 'cap', 'last', 'since')
local rate = least(least(s[1], s[2]), mostRate)
local tokenRate = least(s[3], mostTokens)
local cap = least(s[7], mostBusy)

local turn = math.max(now, tonumber(s[4] or 0))
if rate > 0 then turn = math.max(turn, (s[5] or 0) - burst) end
if tokenRate > 0 then turn = math.max(turn, (s[6] or 0) - burstTokens) end

redis.call('zremrangebyscore', busy, '-inf', now)
local full = cap > 0 and redis.call('zcard', busy) >= cap
-- half of the turns are kept for those who were sent away before
local reach = patience
if not urgent and not redis.call('zscore', queue, ticket) then reach = patience / 2 end

if full or turn - now > reach then
  redis.call('zadd', queue, 'NX', now, ticket)
  redis.call('zremrangebyscore', queue, '-inf', now - ticketLife)
  redis.call('pexpire', queue, ticketLife)
  local ahead = redis.call('zrank', queue, ticket) or 0
  local inLine = 0
  if rate > 0 then inLine = ahead / rate * 1000 end
  return {0, math.ceil(turn - now), math.ceil(inLine)}
end

redis.call('zrem', queue, ticket)
redis.call('zadd', busy, now + permitTime, permit)
redis.call('pexpire', busy, permitTime)
if not s[9] or now - (s[8] or 0) > idle then redis.call('hset', state, 'since', now, 'sent', 0) end
redis.call('hset', state, 'last', now)
redis.call('hincrby', state, 'sent', 1)
if rate > 0 then redis.call('hset', state, 'next', math.max(s[5] or 0, turn) + 1000 / rate) end
if tokenRate > 0 then redis.call('hset', state, 'nextTokens', math.max(s[6] or 0, turn) + tokens * 1000 / tokenRate) end
redis.call('pexpire', state, life)
return {1, math.ceil(turn - now), 0}
