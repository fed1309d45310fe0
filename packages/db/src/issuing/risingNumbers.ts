/**
 * Checks that the numbers of a series rise. If they do not, a connection has reached an older copy
 * of the database.
 */
import type pg from 'pg';
import { reviewRepeatedNumbers } from '../restoration/restoration.js';
import type { QueuedDocument } from './batchQueue.js';
import type { IssueRow } from './issueBatch.js';
import { Restoring } from './newDocument.js';

/** What a call of issue_batch has to know about the numbers of the calls beside it. */
export interface Numbering {
  /** Throws Restoring for numbers that were issued before, and puts their documents in review. */
  check(
    client: pg.PoolClient,
    batch: readonly QueuedDocument[],
    rows: readonly IssueRow[],
  ): Promise<void>;
  /** The call is over, also when it failed. */
  end(): void;
}

/** What other calls were given since this one began: their results may be read before its own. */
interface Meanwhile {
  /** The highest numbers at its beginning, of the series that others have numbered since. */
  highest: Map<string, number>;
  given: Set<string>;
}

/** @returns a function that begins a call */
export function createNumberCheck(): () => Numbering {
  const highest = new Map<string, number>();
  const calls = new Set<Meanwhile>();

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
      async check(client, batch, rows) {
        const issued = rows.filter(({ result }) => result === 'issued');
        const following = issued.flatMap((row) => givenBy(row, batch));
        if (following.some(isRepeated)) {
          await reviewRepeatedNumbers(
            client,
            issued.map(({ id }) => id),
          );
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
}

/** Nothing for a number that the caller chose, which may be lower. */
function givenBy(row: IssueRow, batch: readonly QueuedDocument[]): Given[] {
  const { document } = batch[row.place - 1] as QueuedDocument;
  if (document.number !== undefined) return [];
  const series = `${document.businessId} ${row.environment} ${document.series}`;
  return [{ series, number: row.number }];
}
