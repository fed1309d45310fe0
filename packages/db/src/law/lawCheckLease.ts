/**
 * The lease of a law review, of one business by the rules of one day: only one worker makes it,
 * once a day, and another takes over when that worker ends. After a change of environment it is due
 * at once. The epoch rejects the result of a worker whose lease has expired.
 */
import type { ChangeRow, DateText } from '@rafaga/fiscal';
import { type ColumnTable, columnValues, unnestColumns } from '../columnTable.js';
import { type Db, poolOf } from '../db.js';
import { transaction } from '../transaction.js';
import type { Review, ReviewedBusiness } from './reviewBusiness.js';

export interface LawCheckLease extends ReviewedBusiness {
  day: DateText;
  epoch: number;
}

const LEASED = `now() + interval '60 seconds'`;
const FREE = '(c.lease_until > now()) IS NOT TRUE';
const due = (environment: string): string => `${FREE} AND
  (c.checked_at > now() - interval '24 hours' AND c.environment = ${environment}) IS NOT TRUE`;

/**
 * Stops at the first business that is due: reading all of many businesses each time costs too much.
 */
const CLAIM = `
  WITH due AS MATERIALIZED (
    SELECT b.id, b.environment, d.day
    FROM businesses b CROSS JOIN LATERAL (
      SELECT coming.day FROM unnest($2::date[]) AS coming (day)
        LEFT JOIN law_checks c ON c.business_id = b.id AND c.day = coming.day
      WHERE ${due('b.environment')} ORDER BY coming.day LIMIT 1) AS d
    WHERE b.state = 'active' AND b.id >= $3 ORDER BY b.id LIMIT 1),
  claimed AS (
    INSERT INTO law_checks AS c (business_id, day, lease_owner, lease_until)
    SELECT id, day, $1, ${LEASED} FROM due
    ON CONFLICT (business_id, day) DO UPDATE
      SET lease_owner = EXCLUDED.lease_owner, lease_until = EXCLUDED.lease_until,
        epoch = c.epoch + 1 WHERE ${due('(SELECT environment FROM due)')}
    RETURNING business_id, day, epoch)
  SELECT b.id, b.ruc, b.exoneration_allowed AS "exonerationAllowed", b.environment, c.day::text,
    c.epoch
  FROM claimed c JOIN businesses b ON b.id = c.business_id`;

/**
 * Claims a due review of an active business by the rules of one of these days.
 * @param from the id of the business at which the search begins
 */
export async function claimLawCheck(
  db: Db,
  owner: string,
  days: readonly DateText[],
  from = 0,
): Promise<LawCheckLease | undefined> {
  if (days.length === 0) return undefined;
  const { rows } = await poolOf(db).query<LawCheckLease>({
    name: 'claim_law_check',
    text: CLAIM,
    values: [owner, days, from],
  });
  return rows[0];
}

/** @returns whether the lease still holds */
export async function renewLawCheck(db: Db, { id, day, epoch }: LawCheckLease): Promise<boolean> {
  const { rowCount } = await poolOf(db).query({
    name: 'renew_law_check',
    text: `UPDATE law_checks SET lease_until = ${LEASED}
      WHERE business_id = $1 AND day = $2 AND epoch = $3`,
    values: [id, day, epoch],
  });
  return rowCount === 1;
}

/** Releases the lease of an unfinished review, so that another worker can claim it at once. */
export async function releaseLawCheck(db: Db, { id, day, epoch }: LawCheckLease): Promise<void> {
  await poolOf(db).query({
    name: 'release_law_check',
    text: `UPDATE law_checks SET lease_owner = NULL, lease_until = NULL
      WHERE business_id = $1 AND day = $2 AND epoch = $3`,
    values: [id, day, epoch],
  });
}

const FINDINGS: ColumnTable<ChangeRow> = {
  effect: ['text', ({ effect }) => effect],
  code: ['text', ({ code }) => code],
  field: ['text', ({ field }) => field],
  kind: ['text', ({ kind }) => kind],
  series: ['text', ({ series }) => series],
  product_code: ['text', ({ productCode }) => productCode],
  product: ['text', ({ product }) => product],
  text: ['text', ({ text }) => text],
  currency: ['text', ({ currency }) => currency],
  sales: ['int', ({ sales }) => sales],
  extra: ['numeric', ({ extra }) => extra],
  document_id: ['bigint', ({ documentId }) => documentId],
};
const NAMES = Object.keys(FINDINGS).join(', ');

/** Replaces the findings of the last review; changes nothing when the lease is lost. */
export function storeLawCheck(db: Db, lease: LawCheckLease, review: Review): Promise<boolean> {
  const { id, day, epoch, environment } = lease;
  const { sales, refused, observed, dearer, omitted } = review.counts;
  return transaction(db, async (client) => {
    const { rowCount } = await client.query({
      name: 'end_law_check',
      text: `UPDATE law_checks SET checked_at = now(), lease_owner = NULL, lease_until = NULL,
          sales = $4, refused = $5, observed = $6, dearer = $7, omitted = $8, unreadable = $9,
          environment = $10
        WHERE business_id = $1 AND day = $2 AND epoch = $3`,
      values: [
        ...[id, day, epoch, sales, refused, observed, dearer, omitted],
        ...[review.unreadable, environment],
      ],
    });
    if (rowCount !== 1) return false;
    await client.query({
      name: 'forget_law_findings',
      text: 'DELETE FROM law_findings WHERE business_id = $1 AND day = $2',
      values: [id, day],
    });
    await client.query({
      name: 'add_law_findings',
      text: `INSERT INTO law_findings (business_id, day, ${NAMES})
        SELECT $1, $2, ${NAMES} FROM ${unnestColumns(FINDINGS, 'f', 3)}`,
      values: [id, day, ...columnValues(FINDINGS, review.rows)],
    });
    return true;
  });
}

/** Deletes reviews by the rules of earlier days, which are in force by now. */
export async function forgetLawChecks(db: Db, before: DateText): Promise<void> {
  await poolOf(db).query({
    name: 'forget_law_checks',
    text: 'DELETE FROM law_checks WHERE day < $1',
    values: [before],
  });
}
