/**
 * Claims a document for one worker and one lease: the attempt is counted and the lease committed
 * before any work begins.
 */
import { batched } from '../batched.js';
import { type Db, poolOf } from '../db.js';
import type { Claim } from './claimed.js';
import { type ClaimRow, toClaim } from './claimRow.js';
import { CLAIM } from './claimStatement.js';
import { LEASE_MS } from './fence.js';

interface Wanted {
  documentId: number;
  worker: string;
  avoid: readonly string[];
}

const claimBatch = batched<Wanted, Claim | undefined>(async (db, wanted) => {
  // all calls of a process name the same worker, and the newest list of endpoints to avoid is best
  const { worker, avoid } = wanted.at(-1) as Wanted;
  const ids = [...new Set(wanted.map(({ documentId }) => documentId))];
  const { rows } = await poolOf(db).query<ClaimRow>({
    name: 'claim',
    text: CLAIM,
    values: [ids, worker, LEASE_MS, avoid],
  });
  const claims = new Map(rows.map((row) => [Number(row.id), toClaim(row, worker)]));
  return wanted.map(({ documentId }) => {
    const claimed = claims.get(documentId);
    // a document that is twice in one batch goes to the first call
    claims.delete(documentId);
    return claimed;
  });
});

/**
 * @param worker names the process, on the lease and in the timeline
 * @param avoid endpoints whose breaker is open: signed documents that would go there are left alone
 * @returns undefined when the document cannot be claimed: settled, in review, held by another
 * worker, not due yet, or its business is paused
 */
export function claim(
  db: Db,
  documentId: number,
  worker: string,
  avoid: readonly string[] = [],
): Promise<Claim | undefined> {
  return claimBatch(db, { documentId, worker, avoid });
}
