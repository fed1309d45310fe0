/** Reports each run of a statement that documents share, with the traces of those documents. */
import type { Db, OnBatch } from './db.js';

export interface Traced<T, R> {
  statement: string;
  /** @param result absent when the statement failed */
  traceparentOf(item: T, result: R | undefined): string | undefined;
}

export const tracedRun =
  <T, R>(
    run: (db: Db, items: T[]) => Promise<R[]>,
    { statement, traceparentOf }: Traced<T, R>,
    onBatch: OnBatch,
  ) =>
  async (db: Db, items: T[]): Promise<R[]> => {
    const began = performance.now();
    const report = (results: readonly R[], error?: unknown) =>
      onBatch({
        statement,
        began,
        traceparents: items.map((item, index) => traceparentOf(item, results[index])),
        error,
      });
    const results = await run(db, items).catch((error) => {
      report([], error);
      throw error;
    });
    report(results);
    return results;
  };
