/** Resolves a review as two persons do: one proposes the resolution, another approves it. */
import { approveProposal, openDocument, propose, type Resolution } from '@rafaga/db';
import { KEEP_NOWHERE } from '../../packages/db/testing/aDocument.js';
import { aPerson } from '../../packages/db/testing/aPerson.js';
import type { TestDb } from '../../packages/db/testing/connections.js';

/** @throws ProposalProblem when the document cannot be resolved */
export async function resolvedByTwo(
  db: TestDb,
  documentId: number,
  resolution: Resolution,
  reason: string,
): Promise<void> {
  const [ana, luis] = [await aPerson(db), await aPerson(db)];
  const businessId = (await openDocument(db, documentId))?.businessId ?? 0;
  const what = { action: 'document.resolve', businessId, documentId, resolution } as const;
  await approveProposal(db, luis, await propose(db, { ...ana, reason }, what), KEEP_NOWHERE);
}
