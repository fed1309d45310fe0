/**
 * Carries out the bulk operations that are running: each in the hands of one panel process, which
 * another one replaces when it ends. All state is in PostgreSQL.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  claimOperation,
  documentLogFields,
  type OperationLease,
  type OperationStep,
  releaseOperation,
  stepOperation,
} from '@rafaga/db';
import { type Logger, throttleErrors } from '@rafaga/runtime';
import { decisionKeeper } from '@rafaga/storage';
import type { Deps } from '../deps.js';

/** Between two looks for an operation that has no runner, and after an error. */
const IDLE_MS = 250;
/** Between two looks at the canary, and between two batches: time to pause or cancel. */
const PAUSE_MS: Readonly<Record<Exclude<OperationStep, 'over'>, number>> = { wait: 300, more: 50 };

export interface OperationRunner {
  /** Resolves when no document is being done and the leases are free for another process. */
  stop(): Promise<void>;
}

export function startOperationRunner(
  { db, files }: Pick<Deps, 'db' | 'files'>,
  owner: string,
  log: Logger,
): OperationRunner {
  const keep = decisionKeeper(files);
  const stopped = new AbortController();
  const running = new Set<Promise<void>>();
  const onError = throttleErrors((error, times) =>
    log.warn('una operación espera: no pudo seguir', { error, times }),
  );

  const pause = (ms: number): Promise<unknown> =>
    sleep(ms, undefined, { signal: stopped.signal, ref: false }).catch(() => undefined);

  async function look(): Promise<void> {
    while (!stopped.signal.aborted) {
      const lease = await claimOperation(db, owner).catch(onError);
      if (lease) {
        const work = carryOn(lease).finally(() => running.delete(work));
        running.add(work);
      }
      await pause(IDLE_MS);
    }
  }

  async function carryOn(lease: OperationLease): Promise<void> {
    while (!stopped.signal.aborted) {
      const step = await stepOperation(db, lease, { keep, onFault: noteFault(lease) }).catch(
        onError,
      );
      if (step === 'over') return;
      await pause(step ? PAUSE_MS[step] : IDLE_MS);
    }
    await releaseOperation(db, lease).catch(onError);
  }

  const noteFault = (lease: OperationLease) => async (error: Error, documentId: number) => {
    const fields = await documentLogFields(db, documentId);
    log.error('un comprobante de una operación falló', { operation: lease.id, ...fields, error });
  };

  const looking = look();
  return {
    async stop() {
      stopped.abort();
      await looking;
      await Promise.all(running);
    },
  };
}
