/**
 * Claims a document for one worker and one lease: the attempt is counted and the lease committed
 * before any work begins.
 */
import { batched } from '../batched.js';
import { connectionsOf, type Db, poolOf } from '../db.js';
import type { Claim } from './claimed.js';
import { type ClaimRow, toClaim } from './claimRow.js';
import { CLAIM, CLAIM_TRACED } from './claimStatement.js';
import { LEASE_MS } from './fence.js';

interface Wanted {
  documentId: number;
  worker: string;
  avoid: readonly string[];
}

async function claimAll(db: Db, wanted: readonly Wanted[]): Promise<(Claim | undefined)[]> {
  // all calls of a process have the same worker; the newest list of endpoints to avoid is best
  const { worker, avoid } = wanted.at(-1) as Wanted;
  const ids = [...new Set(wanted.map(({ documentId }) => documentId))];
  const { rows } = await poolOf(db).query<ClaimRow>({
    ...statementFor(db),
    values: [ids, worker, LEASE_MS, avoid],
  });
  const claims = new Map(rows.map((row) => [Number(row.id), toClaim(row, worker)]));
  return wanted.map(({ documentId }) => {
    const claimed = claims.get(documentId);
    // when a document is twice in a batch, the first call gets it
    claims.delete(documentId);
    return claimed;
  });
}

const claimBatch = batched<Wanted, Claim | undefined>(claimAll, {
  traced: { statement: 'claim', traceparentOf: (_wanted, claimed) => claimed?.traceparent },
});

/** Without tracing, a claim does not read the table of traces. */
const statementFor = (db: Db) =>
  connectionsOf(db).onBatch
    ? { name: 'claim_traced', text: CLAIM_TRACED }
    : { name: 'claim', text: CLAIM };

/**
 * @param worker names the process, on the lease and in the timeline
 * @param avoid endpoints whose circuit breaker is open: signed documents for them are not claimed
 * @returns undefined when the document cannot be claimed: settled, in review, held by another
 * worker, not due yet, or signed while its business is paused
 */
export function claim(
  db: Db,
  documentId: number,
  worker: string,
  avoid: readonly string[] = [],
): Promise<Claim | undefined> {
  return claimBatch(db, { documentId, worker, avoid });
}
