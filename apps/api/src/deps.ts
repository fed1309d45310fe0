/** The dependencies of the API's routes and middleware. */
import type { ArchiveReader } from '@rafaga/archive';
import type { Db, Issuance, Replicas } from '@rafaga/db';
import type { BatchedEnqueuer, Dispatch } from '@rafaga/queue';
import type { Conditions, Health, Logger, Proxies } from '@rafaga/runtime';
import type { Metrics } from '@rafaga/runtime/metrics';
import type { FileStore } from '@rafaga/storage';
import type { Tracing } from '@rafaga/tracing';
import type { CheckingPool } from './checking/pool.js';
import type { Draw } from './drawing/drawn.js';
import type { Callers } from './edge/callers.js';
import type { EarlyRate } from './edge/earlyRate.js';
import type { LastUse } from './edge/lastUse.js';
import type { MinuteCounts } from './edge/minuteCounts.js';
import type { RefusedRequestLog } from './edge/refusedRequests.js';
import type { Slices } from './edge/slices.js';
import type { Turns } from './edge/turns.js';
import type { RecentDocuments } from './routes/recentDocuments.js';
import type { Waiters } from './waiting/waiters.js';

export interface Deps {
  db: Db;
  /** Read replicas, for documents that are already decided. */
  replicas: Replicas;
  issuance: Issuance;
  files: FileStore;
  /** Reads documents whose month is detached from the database. */
  archive: ArchiveReader;
  enqueuer: BatchedEnqueuer<Dispatch>;
  draw: Draw;
  callers: Callers;
  failures: MinuteCounts;
  recentDocuments: RecentDocuments;
  lastUse: LastUse;
  rate: EarlyRate;
  slices: Slices;
  /** Spreads the writing of long records over turns of the event loop. */
  turns: Turns;
  /** Does the same for the sales of businesses that issue many. */
  saleTurns: Turns;
  checking: CheckingPool;
  refusedRequests: RefusedRequestLog;
  /** The callers that wait for a decision. */
  waiters: Waiters;
  health: Health;
  metrics: Metrics;
  conditions: Conditions;
  log: Logger;
  /** Absent: nothing is traced. */
  tracing: Tracing | undefined;
  pepper: Buffer;
  /** The number of API processes, which share the limit of a credential. */
  processes: number;
  /** The proxies in front of the API. */
  proxies: Proxies;
  clock(): Date;
}
