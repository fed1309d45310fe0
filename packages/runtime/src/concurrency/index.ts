/** Helpers for concurrency: each mechanism of the system is implemented once, here. */

export { batchedCall } from './batchedCall.js';
export {
  createBatcher,
  oneTurn,
} from './batcher.js';
export {
  type Caller,
  createFairQueue,
  type FairQueue,
} from './fairQueue.js';
export { createFlusher } from './flusher.js';
export { keyedLock } from './keyedLock.js';
export { startLoop } from './loop.js';
export { freshFlight, singleFlight } from './singleFlight.js';
export { ThreadTimeout } from './thread.js';
export { createThreadPool } from './threadPool.js';
export { memoize, type TtlCache, ttlCache } from './ttlCache.js';
export { settledWithin, withTimeout } from './withTimeout.js';
