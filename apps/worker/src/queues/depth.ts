/** Reads from Redis how many jobs wait, whether the queue is paused and whether jobs were lost. */
import { createRedis, type EmissionLane, LANES, prefixOf, QUEUE } from '@rafaga/queue';
import type { RedisServers } from '@rafaga/runtime';
import { QueueKeys } from 'bullmq';
import type { ChainableCommander } from 'ioredis';

export interface Depth {
  /** The number of jobs that no worker has taken, by lane. Rejects when Redis does not answer. */
  waiting(): Promise<Record<EmissionLane, number>>;
  /** The number of jobs whose PDFs no worker draws yet. Rejects when Redis does not answer. */
  printing(): Promise<number>;
  /** The number of jobs that wait in one lane; 0 while an operator has paused it. */
  takeable(lane: EmissionLane): Promise<number>;
  /** Whether an operator has paused the queue, as Redis answered last. */
  paused(): Promise<boolean>;
  /** The result of `waiting`, and whether jobs may be lost, in one round trip. */
  state(): Promise<DepthState>;
  /** Records that what `startedAnew` asks for is done. Until then it is told again. */
  endStart(): Promise<void>;
  close(): void;
}

export interface DepthState {
  waiting: Record<EmissionLane, number>;
  /**
   * Whether Redis was emptied, restarted or replaced by its replica since the last `endStart` of a
   * process, so that the last jobs may be lost; the data that it then has may be of an earlier
   * time. One process is told, and a minute later another if the first has not called `endStart`.
   */
  startedAnew: false | 'empty' | 'with data';
}

/** The run id of the server whose start was handled, and of the one that a process handles. */
const START_KEYS = [
  `${prefixOf(QUEUE.emit)}:epoch`,
  `${prefixOf(QUEUE.emit)}:epoch:begun`,
] as const;
const HANDLING_MS = 60_000;
const READ_RUN = `
  local info = redis.pcall('INFO', 'server')
  local run = type(info) == 'string' and string.match(info, 'run_id:(%w+)') or 'unknown'`;
/** Returns an index of `STARTED`. */
const BEGIN_START = `${READ_RUN}
  local handled = redis.call('GET', KEYS[1])
  if handled == run or redis.call('GET', KEYS[2]) == run then return 0 end
  redis.call('SET', KEYS[2], run, 'PX', ARGV[1])
  return handled and 2 or 1`;
/** Does nothing if the server was replaced meanwhile, whose start is another one. */
const END_START = `${READ_RUN}
  if redis.call('GET', KEYS[2]) == run then redis.call('SET', KEYS[1], run) end`;
const STARTED = [false, 'empty', 'with data'] as const;
/**
 * The keys of BullMQ, read directly in one round trip. BullMQ's getters (getJobCountByTypes,
 * isPaused) make several within the 100 ms timeout of this connection, and with them test/faults
 * F20 left documents unsettled on a busy machine.
 */
const KEYS = new QueueKeys(prefixOf(QUEUE.emit));

const printWait = new QueueKeys(prefixOf(QUEUE.print)).toKey(QUEUE.print, 'wait');

export function createDepth(redisServers: RedisServers, onError: (error: Error) => void): Depth {
  const redis = createRedis(redisServers, 'request', onError);
  let paused = false;
  const readPaused = async (lane: EmissionLane) =>
    (await redis.hexists(KEYS.toKey(lane, 'meta'), 'paused')) === 1;
  const count = () => {
    const counting = redis.multi();
    for (const lane of LANES.emit)
      counting.zcard(KEYS.toKey(lane, 'prioritized')).llen(KEYS.toKey(lane, 'wait'));
    return counting;
  };
  const waiting = async () => byLane(await numbersOf(count()));
  return {
    waiting,
    printing: () => redis.llen(printWait),
    takeable: async (lane) => ((await readPaused(lane)) ? 0 : (await waiting())[lane]),
    // returns the last known state when Redis does not answer
    async paused() {
      paused = await readPaused(QUEUE.emit).catch(() => paused);
      return paused;
    },
    async state() {
      const numbers = await numbersOf(count().eval(BEGIN_START, 2, ...START_KEYS, HANDLING_MS));
      return { waiting: byLane(numbers), startedAnew: STARTED[numbers.at(-1) ?? 0] ?? false };
    },
    async endStart() {
      await redis.eval(END_START, 2, ...START_KEYS);
    },
    close: () => redis.disconnect(),
  };
}

async function numbersOf(commands: ChainableCommander): Promise<number[]> {
  return ((await commands.exec()) ?? []).map(([error, number]) => {
    if (error) throw error;
    return Number(number);
  });
}

const byLane = ([few = 0, unsorted = 0, many = 0, unsortedMany = 0]: readonly number[]) => ({
  emit: few + unsorted,
  bulk: many + unsortedMany,
});
