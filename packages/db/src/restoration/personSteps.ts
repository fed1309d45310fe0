/** Records the steps of a restoration that persons take; each is audited. */
import { audit, type By } from '../admin/audit.js';
import { type Db, poolOf, prismaOf } from '../db.js';
import { neededRestoration, RestorationProblem } from './problem.js';
import { openRestoration, type Restoration, type RestorationStep } from './restoration.js';

/** Begins one that the marks do not show: both the database and the files were restored. */
export async function beginRestoration(db: Db, by: By): Promise<boolean> {
  const reason = by.reason === undefined ? {} : { reason: by.reason };
  const begun = await openRestoration(poolOf(db), by.actor, reason);
  if (begun) await audit(prismaOf(db), by, { action: 'restoration.begin' });
  return begun;
}

/** Requests a step, which a worker begins within seconds. */
export async function requestRestorationStep(
  db: Db,
  by: By,
  step: RestorationStep,
  stretch?: number,
): Promise<void> {
  const open = await neededRestoration(db);
  if (open.wanted) throw new RestorationProblem('busy');
  if (open.proposedBy !== null) throw new RestorationProblem('proposed');
  const data = { wanted: step, wantedBy: by.actor, ...(stretch !== undefined && { stretch }) };
  await prismaOf(db).$transaction(async (tx) => {
    expectOne(await tx.restoration.updateMany({ where: asSeen(open), data }));
    await audit(tx, by, { action: `restoration.${step}`, after: { id: open.id } });
  });
}

/**
 * Records the first person's proposal to end the restoration.
 * @param jump numbers to leave out in series whose last number the authority did not confirm
 */
export async function proposeEnd(db: Db, by: By, jump: number): Promise<void> {
  const open = await neededRestoration(db);
  if (open.wanted) throw new RestorationProblem('busy');
  if (open.proposedBy !== null) throw new RestorationProblem('proposed');
  if (open.rebuilt === null) throw new RestorationProblem('not_rebuilt');
  if (open.asked === null && jump === 0) throw new RestorationProblem('not_asked');
  await prismaOf(db).$transaction(async (tx) => {
    const proposal = {
      proposedBy: by.actor,
      proposedAt: new Date(),
      jump,
      endReason: by.reason ?? null,
    };
    expectOne(await tx.restoration.updateMany({ where: asSeen(open), data: proposal }));
    await audit(tx, by, { action: 'restoration.propose', after: { id: open.id, jump } });
  });
}

/**
 * Withdraws the proposal to end the restoration.
 * @param proposedAt of the proposal that this person read; null: they read that there is none
 */
export async function declineEnd(db: Db, by: By, proposedAt: Date | null): Promise<void> {
  const open = await neededRestoration(db);
  if (open.proposedBy === null) throw new RestorationProblem('not_proposed');
  if (open.proposedAt?.getTime() !== proposedAt?.getTime())
    throw new RestorationProblem('other_proposal');
  const nothing = { proposedBy: null, proposedAt: null, jump: null, endReason: null };
  await prismaOf(db).$transaction(async (tx) => {
    expectOne(await tx.restoration.updateMany({ where: asSeen(open), data: nothing }));
    await audit(tx, by, { action: 'restoration.decline', after: { id: open.id } });
  });
}

/** The restoration as this person has seen it, which another one may have changed meanwhile. */
const asSeen = ({ id, wanted, proposedAt }: Restoration) => ({
  id,
  endedAt: null,
  wanted,
  proposedAt,
});

function expectOne({ count }: { count: number }): void {
  if (count === 0) throw new RestorationProblem('changed');
}
