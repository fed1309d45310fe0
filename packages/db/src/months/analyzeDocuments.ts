/** Analyzes the partitioned tables of documents, which autovacuum does not. */
import type pg from 'pg';
import { type Db, poolOf } from '../db.js';

/** The time limit: it samples every partition, while other statements go on. */
const WITHIN_MS = 600_000;

/** Two statements in one string are one transaction. */
const ANALYZE = 'SET LOCAL statement_timeout = 0; SELECT analyze_documents() AS analyzed';

/** @returns the tables whose statistics were outdated */
export async function analyzeDocuments(db: Db): Promise<string[]> {
  const results: unknown = await poolOf(db).query({
    text: ANALYZE,
    query_timeout: WITHIN_MS,
  } as pg.QueryConfig);
  const [, answer] = results as [unknown, pg.QueryResult<{ analyzed: string[] }>];
  return answer.rows[0]?.analyzed ?? [];
}
