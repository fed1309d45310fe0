/** What the exchange with the authority is made of. */
import type { Db } from '@rafaga/db';
import type { Logger } from '@rafaga/runtime';
import type { Vault } from '@rafaga/secrets';
import type { FileStore } from '@rafaga/storage';
import type { CdrTrusts } from './cdrs/trust.js';
import type { Authorities } from './exchange/authorities.js';
import type { Accesses } from './keys/accesses.js';
import type { Signers } from './keys/signers.js';
import type { WorkerMetrics } from './metrics/workerMetrics.js';

/**
 * Moments between which everything is kept; tests of faults end or freeze the process at one of
 * them.
 */
export type Checkpoint = 'claimed' | 'signed' | 'intended' | 'answered' | 'kept' | 'settled';

export interface Deps {
  db: Db;
  files: FileStore;
  vault: Vault;
  signers: Signers;
  accesses: Accesses;
  authorities: Authorities;
  cdrTrusts: CdrTrusts;
  metrics: WorkerMetrics;
  log: Logger;
  /** This process, on leases and in timelines. */
  worker: string;
  /** Enqueues the drawing of a settled document's PDFs. */
  print(documentId: number): void;
  /** Called at each moment; nothing in production. */
  checkpoint(moment: Checkpoint, documentId: number): void | Promise<void>;
  /** Multiplies every wait: 1, but for tests that have no time. */
  pace: number;
}
