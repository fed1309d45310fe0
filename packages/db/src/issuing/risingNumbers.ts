/**
 * Checks that the numbers of a series rise. When they do not, a connection has reached an older
 * copy of the database.
 */
import type pg from 'pg';
import { reviewRepeatedNumbers } from '../restoration/restoration.js';
import type { QueuedDocument } from './documentQueue.js';
import { type Issued, Restoring } from './newDocument.js';

/** Compares the numbers of one call of issue_batch with those of concurrent calls. */
export interface Numbering {
  /**
   * To be called before the batch: puts documents with repeated numbers in review that an earlier
   * call could not.
   * @throws Restoring while that fails
   */
  putInReview(client: pg.PoolClient): Promise<void>;
  /**
   * Puts documents in review whose numbers were issued before.
   * @throws Restoring for such numbers, also when the review fails, since the documents are written
   */
  check(client: pg.PoolClient, results: readonly Result[]): Promise<void>;
  /** To be called when the call is over, also when it failed. */
  end(): void;
}

export interface Result {
  queued: QueuedDocument;
  issued: Issued;
  /** This call gave the number; otherwise it was stored before. */
  isNew: boolean;
}

/** Numbers that other calls got since this one began: their results may be read before its own. */
interface Meanwhile {
  /** The highest number when the call began, of each series that other calls have used since. */
  highest: Map<string, number>;
  given: Set<string>;
}

/** @returns a function to be called when a batch begins */
export function createNumberCheck(): () => Numbering {
  const highest = new Map<string, number>();
  const calls = new Set<Meanwhile>();
  /** Documents with repeated numbers that are not in review yet. */
  const unreviewed = new Set<number>();

  async function putInReview(client: pg.PoolClient): Promise<void> {
    if (unreviewed.size === 0) return;
    const ids = [...unreviewed];
    await reviewRepeatedNumbers(client, ids).catch((cause) => {
      throw new Restoring('repeated numbers could not be put in review', { cause });
    });
    for (const id of ids) unreviewed.delete(id);
  }

  function note({ series, number }: Given, own: Meanwhile): void {
    const known = highest.get(series) ?? 0;
    for (const other of calls) {
      if (other === own) continue;
      if (!other.highest.has(series)) other.highest.set(series, known);
      other.given.add(`${series} ${number}`);
    }
    highest.set(series, Math.max(known, number));
  }

  return function begin() {
    const own: Meanwhile = { highest: new Map(), given: new Set() };
    calls.add(own);
    const isRepeated = ({ series, number }: Given) =>
      number <= (own.highest.get(series) ?? highest.get(series) ?? 0) ||
      own.given.has(`${series} ${number}`);
    return {
      putInReview,
      async check(client, results) {
        const following = results.flatMap(givenBy);
        if (following.some((given) => given.isNew && isRepeated(given))) {
          for (const { issued, isNew } of results)
            if (isNew && issued.is === 'issued') unreviewed.add(issued.id);
          await putInReview(client);
          throw new Restoring('the database gave a number that it had given before');
        }
        for (const given of following) note(given, own);
      },
      end: () => void calls.delete(own),
    };
  };
}

interface Given {
  series: string;
  number: number;
  isNew: boolean;
}

/** A number that the caller chose may be lower, and is left out. */
function givenBy({ queued: { document }, issued, isNew }: Result): Given[] {
  if (issued.is !== 'issued' || document.number !== undefined) return [];
  const series = `${document.businessId} ${issued.environment} ${document.series}`;
  return [{ series, number: issued.number, isNew }];
}
