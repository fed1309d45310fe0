/** Creates the dependencies of document processing. */
import type { Logger } from '@rafaga/runtime';
import type { Tracing } from '@rafaga/tracing';
import { createCdrTrusts } from '../cdrs/trust.js';
import type { Deps } from '../deps.js';
import type { Authorities } from '../exchange/authorities.js';
import { createAccesses } from '../keys/accesses.js';
import { createSigners } from '../keys/signers.js';
import type { WorkerMetrics } from '../metrics/workerMetrics.js';
import { createDocumentSpans } from '../tracing/documentSpans.js';
import type { Queues } from './openQueues.js';
import type { Stores } from './openStores.js';

export interface DepsOptions {
  name: string;
  stores: Stores;
  authorities: Authorities;
  queues: Queues;
  metrics: WorkerMetrics;
  tracing: Tracing | undefined;
  log: Logger;
  onBrokenSecret(): void;
  pace: number;
}

export function createDeps(options: DepsOptions): Deps {
  const { name, stores, authorities, queues, metrics, tracing, log, onBrokenSecret, pace } =
    options;
  const { db, files, vault } = stores;
  return {
    db,
    files,
    vault,
    signers: createSigners(db, vault),
    accesses: createAccesses(db, vault),
    authorities,
    cdrTrusts: createCdrTrusts(db, log, pace),
    metrics,
    spans: createDocumentSpans(tracing),
    log,
    onBrokenSecret,
    worker: name,
    print: queues.print,
    decided: queues.decided,
    pace,
  };
}
