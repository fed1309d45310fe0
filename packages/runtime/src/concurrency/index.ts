/** The concurrency kit: each mechanism of its kind exists once, here. */

export { type BatchedCallOptions, batchedCall } from './batchedCall.js';
export {
  type Batcher,
  type BatcherOptions,
  type BatchQueue,
  createBatcher,
  oneTurn,
} from './batcher.js';
export {
  type Caller,
  createFairQueue,
  type FairQueue,
  type FairQueueOptions,
} from './fairQueue.js';
export { createFlusher, type Flusher } from './flusher.js';
export { keyedLock } from './keyedLock.js';
export { startLoop } from './loop.js';
export { freshFlight, singleFlight } from './singleFlight.js';
export { ThreadTimeout } from './thread.js';
export { createThreadPool, type ThreadPool, type ThreadPoolOptions } from './threadPool.js';
export { memoize, type TtlCache, ttlCache } from './ttlCache.js';
export { settledWithin, withTimeout } from './withTimeout.js';
