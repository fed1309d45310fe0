/**
 * Issues documents: one transaction writes the number, the row and the stored answer of a document,
 * or nothing. Several documents share a transaction.
 */
import { oneTurn } from '@rafaga/runtime/concurrency';
import { isDiskFull } from '../databaseErrors.js';
import { connectionsOf, type Db, type Verify } from '../db.js';
import { createDocumentBatcher, type DocumentBatcher } from './documentBatcher.js';
import { type Issued, type NewDocument, Restoring, throwUnavailable } from './newDocument.js';
import { lookUpReference } from './references.js';
import { createBatchWriter } from './writeBatch.js';

export interface Issuance {
  /**
   * @throws Overloaded or Unavailable (the document was not written), or Unconfirmed (it may have
   * been); settles within 5 s, or 10 when its series was not found and it asks again
   */
  issue(document: NewDocument): Promise<Issued>;
  /**
   * Finds the result that is stored under a reference, also for a request that today's rules would
   * refuse.
   * @returns undefined when the reference is unknown
   */
  lookUp(businessId: number, reference: string, hash: Buffer): Promise<Issued | undefined>;
  /** Whether the last write failed because the database's disk is full. */
  isDiskFull(): boolean;
  /** Resolves when every queued document is written. */
  close(): Promise<void>;
}

export interface IssuanceOptions {
  /** Checks every new connection before it issues a document. */
  verify?: Verify;
  /** Called for every document that was issued, even after its caller disconnected. */
  onIssued?(written: Written): void;
}

/** A document that was issued. */
export interface Written {
  document: NewDocument;
  id: number;
  number: number;
  answer: string;
  /** The environment, as the API names it. */
  environment?: string;
}

/** The first request of a reference that this process is handling. */
interface InProgress {
  hash: Buffer;
  result: Promise<Issued>;
}

interface Writing {
  readonly db: Db;
  readonly batcher: DocumentBatcher;
  readonly onIssued: IssuanceOptions['onIssued'];
  /** Whether the last write failed because the database's disk is full. */
  diskFull: boolean;
}

export function createIssuance(db: Db, { verify, onIssued }: IssuanceOptions = {}): Issuance {
  const pool = connectionsOf(db).openPool({
    // one for light documents, one for heavy ones
    max: 2,
    name: 'rafaga-issue',
    // callers are waiting: half the time that other connections may take
    connectWithin: connectionsOf(db).connectWithin / 2,
    // never closed when idle, so that a heavy document finds an open, verified connection
    idleWithin: 0,
    verify,
  });
  const batcher = createDocumentBatcher(createBatchWriter(pool, connectionsOf(db).onBatch));
  const writing: Writing = { db, batcher, onIssued, diskFull: false };
  const inProgress = new Map<string, InProgress>();

  async function issue(document: NewDocument): Promise<Issued> {
    const key = `${document.businessId} ${document.reference}`;
    for (let earlier = inProgress.get(key); earlier; earlier = inProgress.get(key)) {
      const first = await earlier.result;
      if (first.is !== 'issued' && first.is !== 'replay') continue;
      const { id, answer } = first;
      return { is: earlier.hash.equals(document.hash) ? 'replay' : 'different', id, answer };
    }
    const result = write(writing, document).finally(() => inProgress.delete(key));
    inProgress.set(key, { hash: document.hash, result });
    return result;
  }

  return {
    issue,
    async lookUp(businessId, reference, hash) {
      await inProgress.get(`${businessId} ${reference}`)?.result.catch(() => {});
      return lookUpReference(db, businessId, reference, hash).catch(throwUnavailable);
    },
    isDiskFull: () => writing.diskFull,
    async close() {
      // the documents of the last batch are settled one turn of the event loop after it was written
      await batcher.drain();
      await oneTurn();
      await pool.end();
    },
  };
}

async function write(writing: Writing, document: NewDocument): Promise<Issued> {
  try {
    const issued = await writeInPresentSeries(writing.batcher, document);
    if (issued.is !== 'issued') return issued;
    // only a successful write proves that the disk has space again
    writing.diskFull = false;
    writing.onIssued?.({ document, ...issued });
    return issued;
  } catch (error) {
    writing.diskFull = isDiskFull((error as Error).cause);
    return replayWhileRestoring(writing.db, error, document);
  }
}

/**
 * A call that waits while its business changes its environment finds no series: it sees those of
 * before, which are not of the environment any more. Nothing was written, and the next call sees
 * those of now.
 */
async function writeInPresentSeries(
  batcher: DocumentBatcher,
  document: NewDocument,
): Promise<Issued> {
  const first = await batcher.write(document);
  return first.is === 'series_closed' ? batcher.write(document) : first;
}

/** During a restoration, known references are still replayed. */
async function replayWhileRestoring(
  db: Db,
  error: unknown,
  { businessId, reference, hash }: NewDocument,
): Promise<Issued> {
  if (!(error instanceof Restoring)) throw error;
  const known = await lookUpReference(db, businessId, reference, hash).catch(() => undefined);
  if (!known) throw error;
  return known;
}
