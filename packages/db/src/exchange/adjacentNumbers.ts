/**
 * Checks whether the neighbours of a document's number are proven to be ours, which a presumption
 * of acceptance requires.
 */
import { type Db, poolOf } from '../db.js';

/** The largest distance at which an issued number still counts as a neighbour. */
const NEAR = 10;

const BESIDE = (side: '<' | '>', proven: string) => `
  SELECT ${proven} FROM documents own
  JOIN documents d ON d.business_id = own.business_id AND d.kind = own.kind
    AND d.series = own.series
    AND d.environment = own.environment AND d.number ${side} own.number
    AND d.number BETWEEN own.number - ${NEAR} AND own.number + ${NEAR}
  LEFT JOIN outcomes o ON o.document_id = d.id
  LEFT JOIN emissions e ON e.document_id = d.id
  WHERE own.id = $1 ORDER BY abs(d.number - own.number) LIMIT 1`;

const PROVEN = `coalesce(o.state = 'accepted' AND o.evidence IN ('cdr', 'cdr_query')
  AND EXISTS (SELECT FROM files f WHERE f.document_id = d.id AND f.kind = 'cdr'), false)`;
const ON_ITS_WAY = `(o.state IS NULL AND e.review_reason IS NULL AND e.claimed_code IS NULL)`;

/**
 * Within the document's environment, the nearest number below must be accepted with its own CDR,
 * and so must the nearest above, unless it is pending or was never issued. The first number of a
 * series has no neighbour below and is never presumed.
 */
export async function neighboursProven(db: Db, documentId: number): Promise<boolean> {
  const { rows } = await poolOf(db).query<{ below: boolean | null; above: boolean | null }>({
    name: 'neighbours_proven',
    text: `SELECT (${BESIDE('<', PROVEN)}) AS below,
      (${BESIDE('>', `${PROVEN} OR ${ON_ITS_WAY}`)}) AS above`,
    values: [documentId],
  });
  return rows[0]?.below === true && rows[0].above !== false;
}
