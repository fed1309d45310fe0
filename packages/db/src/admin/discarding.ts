/** What may not be discarded: the sale of a document that SUNAT has would be issued twice. */
import { shownAccepted } from '../support/inquiries.js';
import type { Tx } from './audit.js';
import { ProposalProblem, type Proposed } from './proposal.js';

const SHOWN = `SELECT ${shownAccepted('$1')} AS "isShown"`;

/** @throws ProposalProblem to discard what an inquiry has shown that the authority has, accepted */
export async function refuseShownAccepted(tx: Tx, what: Proposed): Promise<void> {
  if (what.action !== 'document.resolve' || what.resolution !== 'discarded') return;
  const [row] = await tx.$queryRawUnsafe<{ isShown: boolean }[]>(SHOWN, what.documentId);
  if (row?.isShown) throw new ProposalProblem('shown_accepted');
}
