/** Runs the rebuild of one document in a transaction, and adds its rows to the timeline. */
import type pg from 'pg';
import type { Db } from '../db.js';
import { statement } from '../namedParameters.js';
import { transaction } from '../transaction.js';

/** Does not wait for the disk at each commit: a rebuild that is interrupted runs again. */
export const inRebuild = <T>(db: Db, work: (client: pg.PoolClient) => Promise<T>): Promise<T> =>
  transaction(db, work, "SET LOCAL rafaga.restoring = 'on'", 'SET LOCAL synchronous_commit = off');

/** The name that the timeline gives to the rebuild. */
export const REBUILDER = 'rafaga restaurar';

/** A row of the timeline. */
export const insertNote = statement<{
  documentId: number;
  businessId: number;
  step: string;
  code: string | null;
  detail: string;
}>(
  'rebuild_note',
  `INSERT INTO attempts (document_id, business_id, attempt, step, code, detail, worker)
    VALUES (:documentId, :businessId, 0, :step, :code, :detail, '${REBUILDER}')`,
);
