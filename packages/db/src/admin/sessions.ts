/** The sessions of the panel, stored under the hash of their cookie. */
import { type Db, prismaOf } from '../db.js';
import { audited, type By, type Tx } from './audit.js';
import { idleSince, LONGEST_MS, openNow } from './openSessions.js';
import { HIDDEN, type Proofs, type User, userOf } from './users.js';

/** 'code' or 'enrolment': a code of the second factor, or its enrolment, is still required. */
export type Stage = 'code' | 'enrolment' | 'authenticated';

/** An earlier version stored 'open' for 'authenticated'. */
const stageOf = (column: string): Stage =>
  column === 'open' ? 'authenticated' : (column as Stage);

export interface SignedIn {
  user: User;
  stage: Stage;
  /** When the password was last entered. */
  provedAt: Date;
}

export interface NewSession {
  /** SHA-256 of the cookie. */
  id: Buffer;
  userId: number;
  stage: Stage;
  address?: string | undefined;
  /** What the new session replaces: the proofs and the role as they were checked, or a session. */
  after: (Proofs & Pick<User, 'role'>) | { session: Buffer };
}

/**
 * Opens a session, replacing `after`. Checking a password takes half a second: if another session,
 * a new invitation or an administrator has changed the proofs or the role meanwhile, none is
 * opened.
 * @returns false when it was not opened
 */
export function openSession(
  db: Db,
  { id, userId, stage, address, after }: NewSession,
): Promise<boolean> {
  const data = {
    id: new Uint8Array(id),
    userId,
    stage,
    address: address ?? null,
    expiresAt: new Date(Date.now() + LONGEST_MS),
  };
  return prismaOf(db).$transaction(async (tx) => {
    await lockUser(tx, userId);
    if (!(await takeBefore(tx, userId, after))) return false;
    await tx.session.deleteMany({
      where: { userId, OR: [{ expiresAt: { lt: new Date() } }, { seenAt: { lt: idleSince() } }] },
    });
    await tx.session.create({ data });
    return true;
  });
}

/** Locks a user, so that opening and closing of their sessions wait for each other. */
export async function lockUser(tx: Tx, id: number): Promise<void> {
  await tx.$queryRaw`SELECT id FROM users WHERE id = ${id} FOR NO KEY UPDATE`;
}

/** Whether the session is open; if so, it stays open until the end of the transaction. */
export async function holdSession(tx: Tx, userId: number, session: Buffer): Promise<boolean> {
  await lockUser(tx, userId);
  return (await tx.session.count({ where: { id: new Uint8Array(session), userId } })) === 1;
}

async function takeBefore(tx: Tx, userId: number, after: NewSession['after']): Promise<boolean> {
  if ('session' in after) {
    const where = { id: new Uint8Array(after.session), userId };
    return (await tx.session.deleteMany({ where })).count === 1;
  }
  const user = await tx.user.findUniqueOrThrow({ where: { id: userId } });
  return (
    user.disabledAt === null &&
    user.role === after.role &&
    user.passwordHash === after.passwordHash &&
    (user.totpSecret === null) === (after.totpSecret === null)
  );
}

/** The time of the last use is written at most this often: most pages then need no write. */
const SEEN_MS = 60_000;

/**
 * Finds a valid session of an enabled user.
 * @param seen whether to record its use; false for requests that an open page makes by itself
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
      ...openNow(),
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

/** Records that the password was entered again. */
export async function noteProved(db: Db, id: Buffer): Promise<void> {
  await prismaOf(db).session.updateMany({
    where: { id: new Uint8Array(id) },
    data: { provedAt: new Date() },
  });
}

export async function closeSession(db: Db, id: Buffer): Promise<void> {
  await prismaOf(db).session.deleteMany({ where: { id: new Uint8Array(id) } });
}

/** Closes all sessions of a user, except `butNot`; audited. */
export async function closeSessionsOf(
  db: Db,
  by: By,
  userId: number,
  butNot?: Buffer,
): Promise<void> {
  await audited(
    db,
    by,
    async (tx) => {
      await lockUser(tx, userId);
      const count = await closeOthers(tx, userId, butNot);
      const { email } = await tx.user.findUniqueOrThrow({ where: { id: userId } });
      return { count, email };
    },
    (after) => ({ action: 'user.sessions', after }),
  );
}

export async function closeOthers(tx: Tx, userId: number, butNot?: Buffer): Promise<number> {
  const where = { userId, ...(butNot ? { NOT: { id: new Uint8Array(butNot) } } : {}) };
  return (await tx.session.deleteMany({ where })).count;
}
