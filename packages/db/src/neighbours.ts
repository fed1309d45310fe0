/** Whether the numbers beside one in its series are surely ours: what a presumption needs. */
import type { Kind } from '@rafaga/fiscal';
import type { Db } from './db.js';

/** How far away a settled number still is a neighbour. */
const NEAR = 10;

const BESIDE = (side: '<' | '>') => `
  SELECT coalesce(o.state = 'accepted' AND o.evidence IN ('cdr', 'cdr_query')
      AND EXISTS (SELECT FROM files f WHERE f.document_id = d.id AND f.kind = 'cdr'), false) AS proven
  FROM documents d JOIN outcomes o ON o.document_id = d.id AND o.state IS NOT NULL
  WHERE d.business_id = $1 AND d.kind = $2 AND d.series = $3 AND d.number ${side} $4
    AND d.environment = (SELECT b.environment FROM businesses b WHERE b.id = $1)
    AND d.number BETWEEN $4 - ${NEAR} AND $4 + ${NEAR}
  ORDER BY abs(d.number - $4) LIMIT 1`;

/**
 * In the environment in which the business is: the nearest settled number below is accepted with its own CDR, and so is the nearest above, where one is settled already.
 * A number that begins its series has no neighbour below and is never presumed.
 */
export async function neighboursProven(
  db: Db,
  { businessId, kind, series, number }: { businessId: number; kind: Kind; series: string; number: number },
): Promise<boolean> {
  const { rows } = await db.pool.query<{ below: boolean | null; above: boolean | null }>({
    name: 'neighbours_proven',
    text: `SELECT (${BESIDE('<')}) AS below, (${BESIDE('>')}) AS above`,
    values: [businessId, kind, series, number],
  });
  return rows[0]?.below === true && rows[0].above !== false;
}
