/** Creates a proposal, with its audit record. */
import { type Db, prismaOf } from '../db.js';
import { audit } from './audit.js';
import { databaseTime } from './databaseTime.js';
import { refuseShownAccepted } from './discarding.js';
import { type Decider, ProposalProblem, type Proposed, placeOf, shown } from './proposal.js';

/**
 * @returns the id of the proposal
 * @throws ProposalProblem when the same is already proposed, or cannot be done
 */
export async function propose(db: Db, by: Decider, what: Proposed): Promise<number> {
  const { action, ...content } = what;
  try {
    return await prismaOf(db).$transaction(async (tx) => {
      await refuseShownAccepted(tx, what);
      // compared with the time of a later review
      const proposedAt = await databaseTime(tx);
      const { id } = await tx.proposal.create({
        data: { ...content, action, reason: by.reason ?? '', proposedBy: by.userId, proposedAt },
      });
      await audit(tx, by, {
        action: 'proposal.add',
        ...placeOf(what),
        after: { id, ...shown(what) },
      });
      return id;
    });
  } catch (error) {
    throw (error as { code?: string }).code === 'P2002'
      ? new ProposalProblem('waits_already')
      : error;
  }
}
