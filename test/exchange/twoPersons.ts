/** Resolves a review as two persons do: one proposes the resolution, another approves it. */
import { randomBytes } from 'node:crypto';
import {
  addUser,
  approveProposal,
  type Decider,
  openDocument,
  propose,
  type Resolution,
} from '@rafaga/db';
import type { TestDb } from '../../packages/db/testing/connections.js';

async function aPerson(db: TestDb, name: string): Promise<Decider> {
  const email = `${name}-${randomBytes(4).toString('hex')}@prueba.pe`;
  const { id } = await addUser(db, { actor: 'test' }, { email, name, role: 'operator' });
  return { actor: name, userId: id };
}

/** @throws ProposalProblem when the document cannot be resolved */
export async function resolvedByTwo(
  db: TestDb,
  documentId: number,
  resolution: Resolution,
  reason: string,
): Promise<void> {
  const [ana, luis] = [await aPerson(db, 'ana'), await aPerson(db, 'luis')];
  const businessId = (await openDocument(db, documentId))?.businessId ?? 0;
  const what = { action: 'document.resolve', businessId, documentId, resolution } as const;
  await approveProposal(db, luis, await propose(db, { ...ana, reason }, what));
}
