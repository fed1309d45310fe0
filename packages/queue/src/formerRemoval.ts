/**
 * Removes what is left of a queue of an earlier version, in one step: BullMQ pauses a queue before
 * it removes it, which a worker that starts meanwhile takes for a pause that was asked for, and it
 * removes the jobs that were added meanwhile.
 */
import type { RedisClient } from './connection.js';
import { FORMER_PREFIX } from './jobs.js';

/** With a job in one of them the queue stays. */
const WAITING = ['wait', 'prioritized', 'delayed'];
const OTHERS = [
  ...['meta', 'id', 'pc', 'marker', 'events', 'paused', 'stalled', 'stalled-check'],
  ...['completed', 'failed', 'limiter', 'repeat'],
];

/**
 * A job that a killed worker had is enqueued anew by the sweep; one whose lock exists is still
 * worked on. All keys are in the slot of the prefix.
 */
const REMOVE = `
for i = 2, 4 do if redis.call('EXISTS', KEYS[i]) == 1 then return 0 end end
local active = redis.call('LRANGE', KEYS[1], 0, -1)
for _, id in ipairs(active) do
  if redis.call('EXISTS', ARGV[1] .. id .. ':lock') == 1 then return 0 end
end
for _, id in ipairs(active) do redis.call('DEL', ARGV[1] .. id) end
return redis.call('DEL', unpack(KEYS))
`;

export async function removeUnused(redis: RedisClient, name: string): Promise<void> {
  const base = `${FORMER_PREFIX}:${name}:`;
  const keys = ['active', ...WAITING, ...OTHERS].map((key) => base + key);
  await redis.eval(REMOVE, keys.length, ...keys, base);
}
