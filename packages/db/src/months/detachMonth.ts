/**
 * Detaches a closed month: its documents, outcomes, attempts and files become separate tables,
 * which no program reads. No program's statement waits for it.
 */
import pg from 'pg';
import { connectionsOf, type Db } from '../db.js';

/** The reason, for the operator, why a month is not detached. */
export class MonthProblem extends Error {
  override name = 'MonthProblem';
}

const PROBLEMS: Record<string, string> = {
  unknown: 'no está en la base de datos',
  restoring: 'no se separa durante una restauración: termínala antes',
  not_over: 'no ha terminado',
  pending: 'tiene comprobantes por enviar o en revisión',
  unsettled: 'tiene comprobantes sin resultado',
  cdrs: 'tiene constancias (CDR) por guardar',
  review: 'tiene referencias en revisión',
  proposals: 'tiene propuestas por decidir',
  operations: 'tiene operaciones por terminar',
  inquiries: 'tiene consultas a SUNAT por responder',
  not_archived: 'tiene comprobantes sin archivar: usa rafaga archivar crear',
  changed: 'cambió mientras se verificaba: usa rafaga archivar crear y repite',
  owner: 'solo lo separa el dueño de las tablas: pon su dirección en DATABASE_URL, como en migrate',
};

/** How long it may wait for running transactions; no other statement waits for it meanwhile. */
const WITHIN_MS = 3_600_000;

/** The documents are detached first: all other tables are read through their documents. */
const ATTACHED = `
  SELECT p.inhparent::regclass::text AS parent, c.relname AS name, p.inhdetachpending AS pending
  FROM pg_inherits p JOIN pg_class c ON c.oid = p.inhrelid
  WHERE c.relnamespace = 'partitions'::regnamespace AND c.relkind = 'r' AND c.relname LIKE $1
  ORDER BY p.inhparent <> 'documents'::regclass, 1`;

/** Waits for rows that name its documents and are not committed yet; later ones wait for it. */
const CLOSE = `SELECT close_document_month($1, $2) AS problem
  FROM pg_advisory_xact_lock(hashtext('close_document_month'), hashtext($1))`;

interface Partition {
  parent: string;
  name: string;
  /** Whether an earlier run was interrupted while it detached this table. */
  pending: boolean;
}

/**
 * Continues after an interruption when it is run again. The connection must be the owner's, and not
 * through a pooler.
 * @param month 'YYYY-MM'
 * @param attempts of `countChanged`, when it found no change
 * @returns the detached tables
 * @throws MonthProblem
 */
export async function detachMonth(
  db: Db,
  month: string,
  attempts?: number,
): Promise<{ detached: string[] }> {
  const pool = connectionsOf(db).openPool({ max: 1, name: 'rafaga-detach' });
  try {
    await run(pool, 'SET statement_timeout = 0; SET lock_timeout = 0');
    const closed = await run(pool, CLOSE, [month, attempts ?? null]);
    if (closed.rows[0].problem) throw new MonthProblem(problemOf(month, closed.rows[0].problem));
    const { rows } = await run(pool, ATTACHED, [`%\\_${month.replace('-', '\\_')}`]);
    const detached: string[] = [];
    for (const partition of rows as Partition[]) {
      await run(pool, detachment(partition));
      detached.push(`partitions.${partition.name}`);
    }
    return { detached };
  } catch (error) {
    const forbidden = error instanceof pg.DatabaseError && error.code === '42501';
    throw forbidden ? new MonthProblem(problemOf(month, 'owner'), { cause: error }) : error;
  } finally {
    await pool.end();
  }
}

const problemOf = (month: string, reason: string) => `El mes ${month} ${PROBLEMS[reason]}.`;

const detachment = ({ parent, name, pending }: Partition) =>
  `ALTER TABLE ${parent} DETACH PARTITION partitions.${pg.escapeIdentifier(name)} ` +
  (pending ? 'FINALIZE' : 'CONCURRENTLY');

const run = (pool: pg.Pool, text: string, values: unknown[] = []) =>
  pool.query({ text, values, query_timeout: WITHIN_MS } as pg.QueryConfig);
