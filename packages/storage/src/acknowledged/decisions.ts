/**
 * Stores what persons decide about documents where a restored database does not reach: without it a
 * document that they discarded would be sent.
 */
import { withTimeout } from '@rafaga/runtime/concurrency';
import type { FileStore } from '../store.js';

/** A decision about a document; its other members are those of the caller. */
interface Decided {
  documentId: number;
}

/** Less than the transaction of a decision may last: that of a bulk operation, eight seconds. */
const WITHIN_MS = 5_000;

/** @returns stores a decision; resolves when it is on disk */
export const decisionKeeper =
  ({ decisions }: Pick<FileStore, 'decisions'>) =>
  (decision: Decided): Promise<void> =>
    withTimeout(decisions.append(recordOf(decision)), WITHIN_MS);

/** Adds the time, because the records of several processes are not read in their order. */
const recordOf = (decision: Decided): Buffer =>
  Buffer.from(JSON.stringify({ ...decision, at: Date.now() }));

/** Reads the last decision about each document, of those that were stored from this day on. */
export async function readDecisions<T extends Decided>(
  { decisions }: Pick<FileStore, 'decisions'>,
  from = new Date(0),
): Promise<T[]> {
  const last = new Map<number, T & { at: number }>();
  for await (const record of decisions.read(from)) {
    const decision = JSON.parse(record.toString('utf8')) as T & { at: number };
    const known = last.get(decision.documentId);
    if (!known || known.at <= decision.at) last.set(decision.documentId, decision);
  }
  return [...last.values()];
}
