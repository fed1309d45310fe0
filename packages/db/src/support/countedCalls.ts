/**
 * Counts, in one row for each hour, the calls that are not recorded one by one: those whose secret
 * was wrong, and those beyond the limit of their credential.
 */
import { actingFor, businessList } from '../actingFor.js';
import { type ColumnTable, columnValues, unnestColumns } from '../columnTable.js';
import { type Db, poolOf } from '../db.js';

export interface CountedCalls {
  businessId: number;
  credentialId: number;
  /** The beginning of the hour. */
  hour: Date;
  /** The address of the callers; '' when the credential had too many addresses. */
  address: string;
  unproven: number;
  overLimit: number;
  lastAt: Date;
}

const KEPT = "interval '30 days'";

const COLUMNS: ColumnTable<CountedCalls> = {
  business_id: ['int', ({ businessId }) => businessId],
  credential_id: ['int', ({ credentialId }) => credentialId],
  hour: ['timestamptz', ({ hour }) => hour],
  address: ['text', ({ address }) => address],
  unproven: ['int', ({ unproven }) => unproven],
  over_limit: ['int', ({ overLimit }) => overLimit],
  last_at: ['timestamptz', ({ lastAt }) => lastAt],
};
const NAMES = Object.keys(COLUMNS).join(', ');
const ACTING = actingFor(Object.keys(COLUMNS).length + 1);

/** SQL: locks the rows in one order, so that two processes never wait for each other. */
const WRITE = `
  WITH added AS (
    INSERT INTO counted_calls AS c (${NAMES})
    SELECT ${NAMES} FROM ${unnestColumns(COLUMNS, 't', 1)} WHERE ${ACTING}
    ORDER BY business_id, hour, credential_id, address
    ON CONFLICT (business_id, hour, credential_id, address) DO UPDATE
      SET unproven = c.unproven + EXCLUDED.unproven,
        over_limit = c.over_limit + EXCLUDED.over_limit,
        last_at = greatest(c.last_at, EXCLUDED.last_at)
    RETURNING business_id)
  DELETE FROM counted_calls WHERE business_id IN (SELECT business_id FROM added)
    AND hour < now() - ${KEPT} AND ${ACTING}`;

/** Adds counts in one statement, which also deletes old counts of the same businesses. */
export async function addCountedCalls(db: Db, counted: readonly CountedCalls[]): Promise<void> {
  const businesses = new Set(counted.map(({ businessId }) => businessId));
  const values = [...columnValues(COLUMNS, counted), businessList(...businesses)];
  await poolOf(db).query({ name: 'add_counted_calls', text: WRITE, values });
}

export interface CountedCallsSummary extends CountedCalls {
  /** The name of its credential. */
  credential: string;
  /** Whether the credential is revoked, so that its calls are refused whatever the secret. */
  revoked: boolean;
}

/** Lists the counts of a business, the newest hours first. */
export async function listCountedCalls(
  db: Db,
  businessId: number,
  limit: number,
): Promise<CountedCallsSummary[]> {
  const { rows } = await poolOf(db).query<CountedCallsSummary>({
    name: 'list_counted_calls',
    text: `SELECT k.business_id AS "businessId", k.credential_id AS "credentialId",
        c.name AS credential,
        c.revoked_at IS NOT NULL AS revoked, k.hour, k.address, k.unproven,
        k.over_limit AS "overLimit",
        k.last_at AS "lastAt"
      FROM (SELECT * FROM counted_calls WHERE business_id = $1
        ORDER BY hour DESC, credential_id DESC, address DESC LIMIT $2) AS k
      JOIN credentials c ON c.id = k.credential_id
      ORDER BY k.hour DESC, k.last_at DESC`,
    values: [businessId, limit],
  });
  return rows;
}
