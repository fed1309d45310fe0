/** The dependencies of document processing: one of each in a worker. */
import type { Db } from '@rafaga/db';
import type { Logger } from '@rafaga/runtime';
import type { Vault } from '@rafaga/secrets';
import type { FileStore } from '@rafaga/storage';
import type { CdrTrusts } from './cdrs/trust.js';
import type { Authorities } from './exchange/authorities.js';
import type { Accesses } from './keys/accesses.js';
import type { Signers } from './keys/signers.js';
import type { WorkerMetrics } from './metrics/workerMetrics.js';
import type { DocumentSpans } from './tracing/documentSpans.js';

export interface Deps {
  db: Db;
  files: FileStore;
  vault: Vault;
  signers: Signers;
  accesses: Accesses;
  authorities: Authorities;
  cdrTrusts: CdrTrusts;
  metrics: WorkerMetrics;
  spans: DocumentSpans;
  log: Logger;
  /** Called when a secret of a business could not be opened. */
  onBrokenSecret(): void;
  /** The name of this process, on leases and in timelines. */
  worker: string;
  /** Enqueues the drawing of a settled document's PDFs. */
  print(documentId: number): void;
  /** Tells the callers that wait for the document that it may be decided or in review. */
  decided(documentId: number): void;
  /** Multiplies every wait: 1, except in tests, which use less. */
  pace: number;
}
