/**
 * What persons and workers do about an open restoration: begin one, want a step, tell how far it
 * is, end it by two.
 */
import { audit, type By } from '../admin/audit.js';
import type { Db } from '../db.js';
import type { Prisma } from '../generated/client.js';
import {
  type Acknowledgements,
  type Behind,
  findBehind,
  openedRestoration,
  openRestoration,
  type Restoration,
  type RestorationStep,
  type SeriesBehind,
} from './restoration.js';

export type RestorationProblemReason =
  /** none is open */
  | 'none'
  /** a step is under way */
  | 'busy'
  /** what the files have was not read back yet */
  | 'not_rebuilt'
  /** the authority was not asked, and no counter is to jump */
  | 'not_asked'
  /** somebody proposes its end already */
  | 'proposed'
  /** nobody proposes its end */
  | 'not_proposed'
  /** the same person twice */
  | 'own';

export class RestorationProblem extends Error {
  override name = 'RestorationProblem';
  constructor(readonly reason: RestorationProblemReason) {
    super(reason);
  }
}

/** By a person who knows more than the marks: both the database and the files were put back. */
export async function beginRestoration(db: Db, by: By): Promise<boolean> {
  const reason = by.reason === undefined ? {} : { reason: by.reason };
  const begun = await openRestoration(db.pool, by.actor, reason);
  if (begun) await audit(db.prisma, by, { action: 'restoration.begin' });
  return begun;
}

/** A worker takes it up within seconds. */
export async function wantStep(
  db: Db,
  by: By,
  step: RestorationStep,
  stretch?: number,
): Promise<void> {
  const open = await needed(db);
  if (open.wanted) throw new RestorationProblem('busy');
  const data = { wanted: step, wantedBy: by.actor, ...(stretch !== undefined && { stretch }) };
  await db.prisma.$transaction(async (tx) => {
    await tx.restoration.update({ where: { id: open.id }, data });
    await audit(tx, by, { action: `restoration.${step}`, after: { id: open.id } });
  });
}

/** How far a step is; a look for who waits. */
export async function noteProgress(
  db: Db,
  id: number,
  progress: Prisma.InputJsonObject,
): Promise<void> {
  await db.prisma.restoration.update({ where: { id }, data: { progress } });
}

/** A step is done, or cannot be: what came of it stays. */
export async function finishStep(
  db: Db,
  id: number,
  step: RestorationStep,
  result: Prisma.InputJsonObject,
): Promise<void> {
  const done = step === 'rebuild' ? { rebuilt: result } : { asked: result };
  await db.prisma.restoration.update({
    where: { id },
    data: { ...done, wanted: null, wantedBy: null, progress: { paso: step, fin: true } },
  });
}

/**
 * The first of two persons. @param jump numbers that series leave out whose last the authority
 * could not tell
 */
export async function proposeEnd(db: Db, by: By, jump: number): Promise<void> {
  const open = await needed(db);
  if (open.wanted) throw new RestorationProblem('busy');
  if (open.proposedBy !== null) throw new RestorationProblem('proposed');
  if (open.rebuilt === null) throw new RestorationProblem('not_rebuilt');
  if (open.asked === null && jump === 0) throw new RestorationProblem('not_asked');
  await db.prisma.$transaction(async (tx) => {
    const proposal = {
      proposedBy: by.actor,
      proposedAt: new Date(),
      jump,
      endReason: by.reason ?? null,
    };
    await tx.restoration.update({ where: { id: open.id }, data: proposal });
    await audit(tx, by, { action: 'restoration.propose', after: { id: open.id, jump } });
  });
}

/** Takes a proposal off the table. */
export async function declineEnd(db: Db, by: By): Promise<void> {
  const open = await needed(db);
  if (open.proposedBy === null) throw new RestorationProblem('not_proposed');
  const nothing = { proposedBy: null, proposedAt: null, jump: null, endReason: null };
  await db.prisma.$transaction(async (tx) => {
    await tx.restoration.update({ where: { id: open.id }, data: nothing });
    await audit(tx, by, { action: 'restoration.decline', after: { id: open.id } });
  });
}

export interface Ended {
  /** What was acknowledged and is lost for good. */
  lost: Behind;
  /** Series whose counter jumped. */
  jumped: { ruc: string; series: string; next: number }[];
}

/** The second person. @param marks what the file store says was acknowledged */
export async function endRestoration(db: Db, by: By, marks: Acknowledgements): Promise<Ended> {
  const open = await needed(db);
  if (open.proposedBy === null || open.jump === null) throw new RestorationProblem('not_proposed');
  if (samePerson(open.proposedBy, by.actor)) throw new RestorationProblem('own');
  if (open.wanted) throw new RestorationProblem('busy');
  const behind = await findBehind(db.pool, marks);
  const lost = behind ?? { ids: [], series: [] };
  return db.prisma.$transaction(async (tx) => {
    for (const { ruc, environment, series, acknowledged } of [...open.found.series, ...lost.series])
      await tx.$executeRaw`
        UPDATE series s SET last_number = greatest(s.last_number, ${acknowledged}) FROM businesses b
        WHERE b.id = s.business_id AND b.ruc = ${ruc} AND s.environment = ${environment} AND s.code = ${series}`;
    const jumped = open.jump === 0 ? [] : await jump(tx, open);
    const { count } = await tx.restoration.updateMany({
      where: { id: open.id, endedAt: null },
      data: {
        endedAt: new Date(),
        endedBy: by.actor,
        lost: lost as unknown as Prisma.InputJsonObject,
      },
    });
    if (count === 0) throw new RestorationProblem('none');
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
 * Those that the loss may have touched and the authority could not be asked about. Where nothing
 * tells which they are, all that give numbers.
 */
function jump(
  tx: Prisma.TransactionClient,
  { jump: by, found, rebuilt, asked }: Restoration,
): Promise<Ended['jumped']> {
  const read = (rebuilt as { series: NamedSeries[] } | null)?.series ?? [];
  const touched = [...found.series, ...read].map(nameOf);
  const answered = (
    (asked as { series: (NamedSeries & { complete: boolean })[] } | null)?.series ?? []
  )
    .filter(({ complete }) => complete)
    .map(nameOf);
  return tx.$queryRaw<Ended['jumped']>`
    UPDATE series s SET last_number = least(s.last_number + ${by}, 99999999) FROM businesses b
    WHERE b.id = s.business_id AND s.active
      AND (cardinality(${touched}::text[]) = 0 OR b.ruc || ' ' || s.environment || ' ' || s.code = ANY (${touched}::text[]))
      AND NOT b.ruc || ' ' || s.environment || ' ' || s.code = ANY (${answered}::text[])
    RETURNING b.ruc, s.code AS series, s.last_number + 1 AS next`;
}

interface NamedSeries {
  ruc: string;
  environment: string;
  series: string;
}

const nameOf = ({ ruc, environment, series }: NamedSeries): string =>
  `${ruc} ${environment} ${series}`;

/** 'panel:ana@chain.pe' and 'cli:root ana@chain.pe' are one person. */
export function samePerson(one: string, other: string): boolean {
  const name = (actor: string) =>
    actor
      .toLowerCase()
      .split(/[\s:]+/)
      .at(-1);
  return name(one) === name(other);
}

async function needed(db: Db): Promise<Restoration> {
  const open = await openedRestoration(db);
  if (!open) throw new RestorationProblem('none');
  return open;
}

export interface SeriesToAsk {
  businessId: number;
  ruc: string;
  /** The one in which its business is: whoever is asked speaks of no other. */
  environment: string;
  series: string;
  kind: 'boleta' | 'factura';
  lastNumber: number;
  /** Numbers up to the last one that no document has, the smallest first. */
  unexplained: number[];
  authority: 'simulator' | 'beta' | 'production' | 'custom';
  billUrl: string | null;
  consultUrl: string | null;
  /** When its credentials at the authority were last changed; null: it has none. */
  accessAt: Date | null;
}

const MOST_UNEXPLAINED = 10_000;

/**
 * Every series that gives numbers, with what is not known of it.
 * @param found what was behind, and from which number on
 */
export async function seriesToAsk(db: Db, found: Behind): Promise<SeriesToAsk[]> {
  const { rows } = await db.pool.query<SeriesToAsk>(
    `SELECT b.id AS "businessId", b.ruc, s.environment, s.code AS series, s.kind, s.last_number AS "lastNumber", b.authority,
       b.bill_url AS "billUrl", b.consult_url AS "consultUrl", a.updated_at AS "accessAt", (
         SELECT coalesce(array_agg(n ORDER BY n), '{}') FROM (
           SELECT n FROM generate_series(coalesce(k.known, s.last_number) + 1, s.last_number) AS n
           WHERE NOT EXISTS (SELECT FROM documents d
             WHERE d.business_id = b.id AND d.kind = s.kind AND d.series = s.code AND d.environment = s.environment AND d.number = n)
           LIMIT ${MOST_UNEXPLAINED}) AS missing) AS unexplained
     FROM series s JOIN businesses b ON b.id = s.business_id AND b.environment = s.environment
     LEFT JOIN accesses a ON a.business_id = b.id
     LEFT JOIN unnest($1::text[], $2::int[]) AS k (name, known) ON k.name = b.ruc || ' ' || s.environment || ' ' || s.code
     WHERE s.active AND b.state = 'active' ORDER BY b.ruc, s.code`,
    [found.series.map(nameOf), found.series.map(({ known }) => known ?? 0)],
  );
  return rows;
}

/** What was acknowledged is not given again, whether or not it can be read back. */
export async function raiseAcknowledged(db: Db, behind: readonly SeriesBehind[]): Promise<void> {
  await db.pool.query(
    `UPDATE series s SET last_number = greatest(s.last_number, t.number)
     FROM businesses b, unnest($1::text[], $2::text[], $3::text[], $4::int[]) AS t (ruc, environment, code, number)
     WHERE b.id = s.business_id AND b.ruc = t.ruc AND s.environment = t.environment AND s.code = t.code`,
    [
      behind.map(({ ruc }) => ruc),
      behind.map(({ environment }) => environment),
      behind.map(({ series }) => series),
      behind.map(({ acknowledged }) => acknowledged),
    ],
  );
}

/** A number that the authority has is never given again. */
export async function raiseSeries(
  db: Db,
  { businessId, environment, series }: SeriesToAsk,
  number: number,
): Promise<void> {
  await db.pool.query(
    `UPDATE series SET last_number = greatest(last_number, $4) WHERE business_id = $1 AND environment = $2 AND code = $3`,
    [businessId, environment, series, number],
  );
}
