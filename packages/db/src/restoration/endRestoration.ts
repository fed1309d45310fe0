/** Ends a restoration with the approval of a second person, and advances the counters of series. */
import type { Prisma } from '@rafaga/prisma';
import { audit, type By } from '../admin/audit.js';
import { type Db, prismaOf } from '../db.js';
import { type Acknowledgements, type Behind, findBehind } from './behind.js';
import { nameOf } from './namedSeries.js';
import { neededRestoration, RestorationProblem } from './problem.js';
import type { Restoration } from './restoration.js';

export interface Ended {
  /** What was acknowledged and cannot be recovered. */
  lost: Behind;
  /** The series whose counter was advanced. */
  jumped: { ruc: string; series: string; next: number }[];
}

/**
 * @param by the second person
 * @param proposedAt of the proposal that this person read: its proposer may have made another since
 * @param marks the acknowledgements that the file store records
 */
export async function endRestoration(
  db: Db,
  by: By,
  proposedAt: Date,
  marks: Acknowledgements,
): Promise<Ended> {
  const open = await neededRestoration(db);
  if (open.proposedBy === null || open.jump === null) throw new RestorationProblem('not_proposed');
  if (open.proposedAt?.getTime() !== proposedAt.getTime())
    throw new RestorationProblem('other_proposal');
  if (sameUser(open.proposedBy, by.actor)) throw new RestorationProblem('own');
  if (open.wanted) throw new RestorationProblem('busy');
  // a process may know of documents that no mark names
  const acknowledged = { ...marks, ids: [...new Set([...marks.ids, ...open.found.ids])] };
  const lost = (await findBehind(db, acknowledged)) ?? { ids: [], series: [] };
  return prismaOf(db).$transaction(async (tx) => {
    for (const { ruc, environment, series, acknowledged } of [...open.found.series, ...lost.series])
      await tx.$executeRaw`
        UPDATE series s SET last_number = greatest(s.last_number, ${acknowledged}) FROM businesses b
        WHERE b.id = s.business_id AND b.ruc = ${ruc} AND s.environment = ${environment}
          AND s.code = ${series}`;
    const jumped = open.jump === 0 ? [] : await jump(tx, open);
    const { count } = await tx.restoration.updateMany({
      where: { id: open.id, endedAt: null, wanted: null, proposedAt },
      data: {
        endedAt: new Date(),
        endedBy: by.actor,
        lost: lost as unknown as Prisma.InputJsonObject,
      },
    });
    if (count === 0) throw new RestorationProblem('other_proposal');
    const after = {
      id: open.id,
      jump: open.jump,
      lost: lost.ids.length,
      proposedBy: open.proposedBy,
    };
    await audit(tx, by, { action: 'restoration.end', after });
    return { lost, jumped };
  });
}

/**
 * Advances the counters of the series that may have lost numbers and could not be queried at the
 * authority completely; when it is unknown which series lost numbers, those of all active series.
 */
function jump(
  tx: Prisma.TransactionClient,
  { jump: by, found, rebuilt, asked }: Restoration,
): Promise<Ended['jumped']> {
  const touched = [...found.series, ...(rebuilt?.series ?? [])].map(nameOf);
  const complete = (asked?.series ?? []).filter((each) => each.complete);
  const answered = complete.map(nameOf);
  return tx.$queryRaw<Ended['jumped']>`
    UPDATE series s SET last_number = least(s.last_number + ${by}, 99999999) FROM businesses b
    WHERE b.id = s.business_id AND s.active
      AND (cardinality(${touched}::text[]) = 0
        OR b.ruc || ' ' || s.environment || ' ' || s.code = ANY (${touched}::text[]))
      AND NOT b.ruc || ' ' || s.environment || ' ' || s.code = ANY (${answered}::text[])
    RETURNING b.ruc, s.code AS series, s.last_number + 1 AS next`;
}

/** 'panel:ana@chain.pe' and 'cli:root ana@chain.pe' are one person. */
export function sameUser(one: string, other: string): boolean {
  const name = (actor: string) =>
    actor
      .toLowerCase()
      .split(/[\s:]+/)
      .at(-1);
  return name(one) === name(other);
}
