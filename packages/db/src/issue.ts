/**
 * Issues documents: each gets its number, its row and its stored answer in one transaction, or none
 * of them. What arrives while a batch is being written forms the next batch, so that many documents
 * share one transaction and one write to disk. No timer: a lone document is written at once.
 */
import type { Db, Verify } from './db.js';
import { type Issued, type NewDocument, Restoring, Unavailable } from './newDocument.js';
import { lookUpReference } from './references.js';
import { away, full } from './trouble.js';
import { createWaitingLine, type Waiting } from './waitingLine.js';
import { createBatchWriter } from './writeBatch.js';

export interface Issuance {
  /**
   * Throws Overloaded, Unavailable (both: never written) or Unconfirmed (perhaps written); answers
   * within 5 s.
   */
  issue(document: NewDocument): Promise<Issued>;
  /**
   * What stands under a reference, for a request that is refused by a rule of today; undefined:
   * nothing.
   */
  lookUp(businessId: number, reference: string, hash: Buffer): Promise<Issued | undefined>;
  /** The last document found no room on the database's disk. */
  full(): boolean;
  /** Ends when all that waits is written. */
  close(): Promise<void>;
}

export interface IssuanceOptions {
  /** Batches in flight at the same time. */
  flights?: number;
  /** Sees every new connection before a number is given over it. */
  verify?: Verify;
  /** Hears of every document that has its number, whether or not its caller still listens. */
  onIssued?(written: Written): void;
}

/** A document that was issued, and its parts as the JSON that is kept. */
export interface Written extends Pick<Waiting, 'document' | 'sale' | 'totals' | 'warnings'> {
  id: number;
  number: number;
  answer: string;
  /** As the wire names it. */
  environment?: string;
}

export function createIssuance(
  db: Db,
  { flights = 1, verify, onIssued }: IssuanceOptions = {},
): Issuance {
  const pool = db.openPool({ max: flights, name: 'rafaga-issue', connectWithin: 1500, verify });
  const write = createBatchWriter(pool);
  const line = createWaitingLine();
  const open = new Map<string, Handled>();
  const flying = new Set<Promise<void>>();
  let noRoom = false;

  async function fly() {
    // one turn of the event loop, so that what was read from the sockets together is written
    // together
    await new Promise(setImmediate);
    for (let batch = line.take(); batch.length > 0; batch = line.take()) await write(batch);
  }

  function takeOff() {
    if (flying.size >= flights) return;
    const flight = fly().finally(() => flying.delete(flight));
    flying.add(flight);
  }

  async function enter(document: NewDocument): Promise<Issued> {
    const texts = jsonOf(document);
    const issued = await new Promise<Issued>((resolve, reject) => {
      line.add({ document, ...texts, since: performance.now(), resolve, reject });
      takeOff();
    });
    if (issued.is === 'issued') onIssued?.({ document, ...texts, ...issued });
    return issued;
  }

  /** Only a write that succeeds proves that there is room again. */
  async function watched(answer: Promise<Issued>): Promise<Issued> {
    try {
      const issued = await answer;
      if (issued.is === 'issued') noRoom = false;
      return issued;
    } catch (error) {
      noRoom = full((error as Error).cause);
      throw error;
    }
  }

  /** What is known replays all the same. */
  async function whileRestoring(
    error: unknown,
    { businessId, reference, hash }: NewDocument,
  ): Promise<Issued> {
    const known =
      error instanceof Restoring && (await lookUpReference(db, businessId, reference, hash));
    if (!known) throw error;
    return known;
  }

  async function issue(document: NewDocument): Promise<Issued> {
    const name = `${document.businessId} ${document.reference}`;
    for (let twin = open.get(name); twin; twin = open.get(name)) {
      const first = await twin.answer;
      if (first.is !== 'issued' && first.is !== 'replay') continue;
      return twin.hash.equals(document.hash)
        ? { is: 'replay', id: first.id, answer: first.answer }
        : { is: 'different' };
    }
    const answer = watched(enter(document))
      .catch((error) => whileRestoring(error, document))
      .finally(() => open.delete(name));
    open.set(name, { hash: document.hash, answer });
    return answer;
  }

  async function lookUp(
    businessId: number,
    reference: string,
    hash: Buffer,
  ): Promise<Issued | undefined> {
    await open.get(`${businessId} ${reference}`)?.answer.catch(() => {});
    return lookUpReference(db, businessId, reference, hash).catch((error) => {
      throw away(error) ? new Unavailable('the database does not answer', { cause: error }) : error;
    });
  }

  async function close() {
    await Promise.all(flying);
    await pool.end();
  }

  return { issue, lookUp, full: () => noRoom, close };
}

/** A reference whose first request is being handled by this process. */
interface Handled {
  hash: Buffer;
  answer: Promise<Issued>;
}

function jsonOf({
  sale,
  totals,
  warnings,
  answer,
}: NewDocument): Pick<Waiting, 'sale' | 'totals' | 'warnings' | 'size'> {
  const texts = {
    sale: JSON.stringify(sale),
    totals: JSON.stringify(totals),
    warnings: warnings === null ? null : JSON.stringify(warnings),
  };
  return {
    ...texts,
    size: texts.sale.length + texts.totals.length + (texts.warnings?.length ?? 0) + answer.length,
  };
}
