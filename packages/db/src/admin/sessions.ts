/** The sessions of the panel, stored by the hash of their cookie. */
import { type Db, prismaOf } from '../db.js';
import { HIDDEN, type User, userOf } from './users.js';

/** A session ends after 30 minutes without use, or 12 hours in all. */
export const IDLE_MS = 30 * 60_000;
export const LONGEST_MS = 12 * 3_600_000;

/** 'code' or 'enrolment': the second factor, or its enrolment, is still required. */
export type Stage = 'code' | 'enrolment' | 'authenticated';

/** Sessions that a panel of an earlier version began say 'open'. */
const stageOf = (column: string): Stage =>
  column === 'open' ? 'authenticated' : (column as Stage);

export interface SignedIn {
  user: User;
  stage: Stage;
  /** When the password was last given. */
  provedAt: Date;
}

/** @param id SHA-256 of the cookie */
export async function openSession(
  db: Db,
  id: Buffer,
  userId: number,
  stage: Stage,
  address: string | undefined,
): Promise<void> {
  const data = {
    id: new Uint8Array(id),
    userId,
    stage,
    address: address ?? null,
    expiresAt: new Date(Date.now() + LONGEST_MS),
  };
  await prismaOf(db).$transaction([
    prismaOf(db).session.deleteMany({
      where: { userId, OR: [{ expiresAt: { lt: new Date() } }, { seenAt: { lt: idleSince() } }] },
    }),
    prismaOf(db).session.create({ data }),
  ]);
}

const idleSince = () => new Date(Date.now() - IDLE_MS);

/** The time of the last use is written at most this often, so that pages need no write. */
const SEEN_MS = 60_000;

/**
 * Finds a valid session of an enabled user.
 * @param seen records its use; false for what an open page requests by itself
 */
export async function findSession(
  db: Db,
  id: Buffer,
  { seen = true } = {},
): Promise<SignedIn | undefined> {
  const where = { id: new Uint8Array(id) };
  const session = await prismaOf(db).session.findFirst({
    where: {
      ...where,
      expiresAt: { gt: new Date() },
      seenAt: { gt: idleSince() },
      user: { disabledAt: null },
    },
    include: { user: { omit: HIDDEN } },
  });
  if (!session) return undefined;
  const { user, stage, provedAt, seenAt } = session;
  if (seen && seenAt.getTime() < Date.now() - SEEN_MS)
    await prismaOf(db).session.updateMany({ where, data: { seenAt: new Date() } });
  return { user: userOf(user), stage: stageOf(stage), provedAt };
}

/** Records that the password was given again. */
export async function noteProved(db: Db, id: Buffer): Promise<void> {
  await prismaOf(db).session.updateMany({
    where: { id: new Uint8Array(id) },
    data: { provedAt: new Date() },
  });
}

export async function closeSession(db: Db, id: Buffer): Promise<void> {
  await prismaOf(db).session.deleteMany({ where: { id: new Uint8Array(id) } });
}

/** Closes all sessions of a user, except `butNot`. */
export async function closeSessionsOf(db: Db, userId: number, butNot?: Buffer): Promise<number> {
  const where = { userId, ...(butNot ? { NOT: { id: new Uint8Array(butNot) } } : {}) };
  return (await prismaOf(db).session.deleteMany({ where })).count;
}
