/**
 * Checks that the numbers of a series rise. If they do not, a connection has reached an older copy
 * of the database.
 */
import type pg from 'pg';
import { reviewRepeatedNumbers } from '../restoration/restoration.js';
import type { QueuedDocument } from './batchQueue.js';
import type { IssueRow } from './issueBatch.js';
import { Restoring } from './newDocument.js';

/** Throws Restoring for numbers that were issued before, and puts their documents in review. */
export type NumberCheck = (
  client: pg.PoolClient,
  batch: readonly QueuedDocument[],
  rows: readonly IssueRow[],
) => Promise<void>;

export function createNumberCheck(): NumberCheck {
  const highest = new Map<string, number>();
  return async (client, batch, rows) => {
    const issued = rows.filter(({ result }) => result === 'issued');
    const following = issued.flatMap((row) => {
      const { document } = batch[row.place - 1] as QueuedDocument;
      // a number that the caller chose may be lower
      if (document.number !== undefined) return [];
      const series = `${document.businessId} ${row.environment} ${document.series}`;
      return [{ series, number: row.number }];
    });
    if (following.some(({ series, number }) => number <= (highest.get(series) ?? 0))) {
      await reviewRepeatedNumbers(
        client,
        issued.map(({ id }) => id),
      );
      throw new Restoring('the database gave a number that it had given before');
    }
    for (const { series, number } of following)
      highest.set(series, Math.max(highest.get(series) ?? 0, number));
  };
}
