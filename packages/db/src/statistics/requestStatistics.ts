/** Adds the requests that a worker counted to the hourly counts. */
import { type Db, poolOf } from '../db.js';

export interface RequestCount {
  /** When the requests ended, to the hour. */
  hour: Date;
  authority: string;
  operation: 'sendBill' | 'getStatusCdr' | 'validarcomprobante';
  /** The kind of the reply. */
  result: string;
  /** The bucket of their duration, from `bucketOf`. */
  bucket: number;
  count: number;
}

/** Adds all counts or, on an error, none. */
export async function addRequestCounts(db: Db, counts: readonly RequestCount[]): Promise<void> {
  if (counts.length === 0) return;
  await poolOf(db).query({
    name: 'add_request_counts',
    text: `INSERT INTO hourly_statistics (hour, authority, measure, result, bucket, count)
      SELECT c.hour, c.authority, c.operation, c.result, c.bucket, c.count
      FROM jsonb_to_recordset($1) AS c (hour timestamptz, authority text, operation text,
        result text, bucket smallint, count int)
      ORDER BY 1, 2, 3, 4, 5
      ON CONFLICT (hour, authority, measure, result, bucket)
      DO UPDATE SET count = hourly_statistics.count + EXCLUDED.count`,
    values: [JSON.stringify(counts)],
  });
}
