/**
 * Rehearsals: a user has a business rehearsed, and a worker does it, because only workers open its
 * keys. The result is kept for half an hour, for the user who holds its token.
 */
import { createHash } from 'node:crypto';
import { type Db, poolOf, prismaOf } from '../db.js';
import { rehearsalColumn } from '../sealedColumns.js';
import type { Business } from './businesses.js';

/** Where a rehearsal is sent: the simulator, the test address of an OSE ('own'), SUNAT's beta. */
export type RehearsalTarget = 'simulator' | 'own' | 'beta';

/** A business in production rehearses at SUNAT's beta. */
export function rehearsalTarget({
  authority,
  environment,
}: Pick<Business, 'authority' | 'environment'>): RehearsalTarget {
  if (authority === 'simulator') return 'simulator';
  return authority === 'custom' && environment !== 'production' ? 'own' : 'beta';
}

export interface RehearsalStep {
  severity: 'good' | 'warn' | 'bad';
  word: string;
  text: string;
}

export interface RehearsalResult {
  steps: RehearsalStep[];
  /** The ticket as a PDF, in base64; absent when nothing could be signed. */
  ticket?: string;
}

type Seal = (plain: Buffer, column: ReturnType<typeof rehearsalColumn>) => Buffer;

const LIFE = "interval '30 minutes'";
/** One that no worker took in this time is not done any more: its user has gone on. */
const WAITS = "interval '5 minutes'";

/**
 * It takes the place of one of this user and business that still waits: a worker does one at a
 * time, in their order, and a user who repeats the request would hold up every other business.
 * @param token what finds it again; the database keeps its hash
 */
export async function askRehearsal(
  db: Db,
  { token, businessId, userId }: { token: string; businessId: number; userId: number },
): Promise<void> {
  await poolOf(db).query(
    `DELETE FROM rehearsals WHERE asked_at < now() - ${LIFE}
      OR (business_id = $1 AND user_id = $2 AND taken_at IS NULL)`,
    [businessId, userId],
  );
  const tokenHash = hashOf(token);
  await prismaOf(db).rehearsal.create({ data: { tokenHash, businessId, userId } });
}

/** Undefined for another user or business, and when it expired. */
export async function findRehearsal(
  db: Db,
  { token, businessId, userId }: { token: string; businessId: number; userId: number },
  open: Seal,
): Promise<{ result: RehearsalResult | undefined } | undefined> {
  const found = await prismaOf(db).rehearsal.findFirst({
    where: { tokenHash: hashOf(token), businessId, userId },
  });
  if (!found) return undefined;
  const { id, sealed } = found;
  if (!sealed) return { result: undefined };
  return { result: JSON.parse(open(Buffer.from(sealed), rehearsalColumn(id)).toString('utf8')) };
}

/** The oldest that waits. One whose worker ended is not done again: the user repeats it. */
export async function takeRehearsal(
  db: Db,
): Promise<{ id: number; business: Business } | undefined> {
  const { rows } = await poolOf(db).query<{ id: number; businessId: number }>({
    name: 'take_rehearsal',
    text: `UPDATE rehearsals SET taken_at = now() WHERE id = (
        SELECT id FROM rehearsals WHERE taken_at IS NULL AND asked_at > now() - ${WAITS}
        ORDER BY asked_at LIMIT 1 FOR UPDATE SKIP LOCKED)
      RETURNING id, business_id AS "businessId"`,
  });
  const [taken] = rows;
  if (!taken) return undefined;
  const where = { id: taken.businessId };
  return { id: taken.id, business: await prismaOf(db).business.findUniqueOrThrow({ where }) };
}

export async function answerRehearsal(
  db: Db,
  id: number,
  result: RehearsalResult,
  seal: Seal,
): Promise<void> {
  const sealed = seal(Buffer.from(JSON.stringify(result)), rehearsalColumn(id));
  await prismaOf(db).rehearsal.updateMany({
    where: { id },
    data: { sealed: new Uint8Array(sealed) },
  });
}

const hashOf = (token: string) => new Uint8Array(createHash('sha256').update(token).digest());
