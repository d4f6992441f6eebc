-- Learns from a call that is over. Fields of the state as in enter.lua, and: before and window (what was learnt last, and
-- from how long a time, in seconds), count (calls that were let through in it), resting (how long the last quiet was),
-- growAt, growth and hold (when the rate is raised next, by which share, and how long to wait first after the next 429), and
-- eased (until when the calls at once are not lowered again)
local state, busy = KEYS[1], KEYS[2]
local permit, kind, quiet = ARGV[1], ARGV[2], tonumber(ARGV[3])
local told, toldTokens = ARGV[4] / 60, ARGV[5] / 60
local tokens, life = tonumber(ARGV[6]), ARGV[7]
local margin, slowest, firstGrowth, shortHold, longHold, longestHold = 0.98, 1 / 60, 0.01, 3000, 30000, 300000

local time = redis.call('time')
local now = time[1] * 1000 + time[2] / 1000
local atOnce = redis.call('zcard', busy)
redis.call('zrem', busy, permit)

local function get(field) return tonumber(redis.call('hget', state, field) or 0) end
local function set(...) redis.call('hset', state, ...) end

-- the middle between what the provider let through over the whole time, the last quiet included, and what it did not
local function learn(count, window, before)
  local through = math.max(count, 0) / window
  if before == 0 then return math.max(slowest, margin * through) end
  return math.max(slowest, before / 2, margin * math.min(before, (through + before) / 2))
end

if told > 0 then set('told', told) end
if toldTokens > 0 then set('toldTokens', toldTokens) end
if tokens ~= 0 then
  local tokenRate = get('toldTokens')
  if tokenRate > 0 then set('nextTokens', get('nextTokens') + tokens * 1000 / tokenRate) end
end

if kind == 'limited' then
  if now < get('quiet') then
    -- sent before the first of them was seen: the provider let fewer through than it seemed then
    local count = get('count') - 1
    set('count', count, 'rate', learn(count, get('window'), get('before')), 'quiet', math.max(get('quiet'), now + quiet))
  else
    local rate, count, length = get('rate'), get('sent') - 1, (now - get('since')) / 1000
    local window
    if rate == 0 then
      -- a provider that wants to be left alone for long counts over long
      if quiet > 1500 then length = length + quiet / 1000 end
      window = math.max(length, 1)
    else
      window = math.max(length + get('resting') / 1000, 0.001)
    end
    local learnt = learn(count, window, rate)
    local hold = shortHold
    if rate == 0 or learnt > 0.9 * rate then
      hold = math.max(longHold, get('hold'))
      set('hold', math.min(2 * hold, longestHold))
    end
    set('before', rate, 'window', window, 'count', count, 'rate', learnt, 'quiet', now + quiet, 'resting', quiet,
      'since', now + quiet, 'last', now + quiet, 'sent', 0, 'growAt', now + quiet + hold, 'growth', firstGrowth)
  end
elseif kind == 'overloaded' then
  -- too much at once: fewer, once for all that were under way
  if now >= get('eased') then set('cap', math.max(1, math.floor(atOnce * 0.8)), 'eased', now + 1000) end
  if quiet > 0 then set('quiet', math.max(get('quiet'), now + quiet)) end
elseif kind == 'answered' then
  local rate, growAt, cap = get('rate'), get('growAt'), get('cap')
  if rate > 0 and now >= growAt and get('next') > now then
    local growth = get('growth')
    set('rate', rate * (1 + growth), 'growAt', now + 1000, 'growth', math.min(growth * 1.5, 0.5))
  end
  if cap > 0 and atOnce >= cap then set('cap', cap + 1 / cap) end
elseif kind == 'not-made' then
  redis.call('hincrby', state, 'sent', -1)
end
redis.call('pexpire', state, life)
return tostring(get('rate'))
