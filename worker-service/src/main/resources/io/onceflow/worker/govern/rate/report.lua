-- Learns from a call that is over. Fields of the state as in enter.lua, and: count and window (calls that a first limit let
-- through, and in how many seconds; the count is 0 once later limits have corrected the rate),
-- growAt, growth and hold (when the rate is raised next, by which share, and how long to wait first after the next 429),
-- sentBefore (calls at the last look), and eased (until when the calls at once are not lowered again)
local state, busy = KEYS[1], KEYS[2]
local permit, kind, quiet = ARGV[1], ARGV[2], tonumber(ARGV[3])
local told, toldTokens = ARGV[4] / 60, ARGV[5] / 60
local tokens, mostTokens, life = tonumber(ARGV[6]), ARGV[7] / 60, ARGV[9]
local leastAtOnce = tonumber(ARGV[8])
local margin, fall, slowest, shortHold, longHold, longestHold = 0.97, 0.8, 1 / 60, 3000, 30000, 300000
local firstGrowth, mostGrowth, growEvery = 0.01, 0.1, 1000

local time = redis.call('time')
local now = time[1] * 1000 + time[2] / 1000
local atOnce = redis.call('zcard', busy)
redis.call('zrem', busy, permit)

local function get(field) return tonumber(redis.call('hget', state, field) or 0) end
local function set(...) redis.call('hset', state, ...) end

if told > 0 then set('told', told) end
if toldTokens > 0 then set('toldTokens', toldTokens) end
if tokens ~= 0 then
  local tokenRate = get('toldTokens')
  if tokenRate == 0 or mostTokens > 0 and mostTokens < tokenRate then tokenRate = mostTokens end
  if tokenRate > 0 then set('nextTokens', get('nextTokens') + tokens * 1000 / tokenRate) end
end

if kind == 'limited' and now < get('quiet') then
  -- sent before the first of them was seen: the provider let fewer through than it seemed then
  local count = get('count') - 1
  if count > 0 then set('count', count, 'rate', math.max(slowest, margin * count / get('window'))) end
  set('quiet', math.max(get('quiet'), now + quiet))
elseif kind == 'limited' then
  local rate, count, length, hold = get('rate'), get('sent') - 1, (now - get('since')) / 1000, math.max(get('hold'), longHold)
  if rate == 0 then
    -- what it let through until now; a provider that wants to be left alone for long counts over long
    if quiet > 1500 then length = length + quiet / 1000 end
    local window = math.max(length, 1)
    rate = margin * count / window
    set('count', count, 'window', window)
  else
    -- at once after a quiet it is far too much, later it is a little too much
    if length < 1 then rate, hold = rate * fall, shortHold else rate = rate * margin end
    set('count', 0)
  end
  set('rate', math.max(slowest, rate), 'quiet', now + quiet, 'since', now + quiet, 'last', now + quiet,
    'sent', 0, 'sentBefore', 0, 'growAt', now + quiet + hold, 'growth', firstGrowth,
    'hold', math.min(2 * hold, longestHold))
elseif kind == 'overloaded' then
  -- too much at once: fewer, once for all that were under way
  if now >= get('eased') then set('cap', math.max(leastAtOnce, math.floor(atOnce * 0.8)), 'eased', now + 1000) end
  if quiet > 0 then set('quiet', math.max(get('quiet'), now + quiet)) end
elseif kind == 'answered' then
  local rate, growAt, cap = get('rate'), get('growAt'), get('cap')
  if rate > 0 and now >= growAt then
    -- a rate that nobody needs is not raised
    local sent, growth = get('sent'), get('growth')
    if sent - get('sentBefore') >= 0.9 * rate * growEvery / 1000 then
      set('rate', rate * (1 + growth), 'growth', math.min(growth * 1.5, mostGrowth))
    end
    set('growAt', now + growEvery, 'sentBefore', sent)
  end
  if cap > 0 and atOnce >= cap then set('cap', cap + 1 / cap) end
elseif kind == 'not-made' then
  redis.call('hincrby', state, 'sent', -1)
end
redis.call('pexpire', state, life)
return tostring(get('rate'))
