/** Who is signed in to the panel: the cookie's hash, never the cookie. */
import type { Db } from './db.js';
import { findPerson, type Person } from './users.js';

/** 30 minutes without a sign of life, or 12 hours in all, end a session. */
export const IDLE_MS = 30 * 60_000;
export const LONGEST_MS = 12 * 3_600_000;

/** What is still owed before the panel opens: the code of the second factor, or its enrolment. */
export type Stage = 'code' | 'enrolment' | 'open';

export interface SignedIn {
  person: Person;
  stage: Stage;
  createdAt: Date;
  /** When the password was last proved. */
  provedAt: Date;
}

/** @param id SHA-256 of the cookie */
export async function openSession(db: Db, id: Buffer, userId: number, stage: Stage, address: string | undefined): Promise<void> {
  const data = { id: new Uint8Array(id), userId, stage, address: address ?? null, expiresAt: new Date(Date.now() + LONGEST_MS) };
  await db.prisma.$transaction([
    db.prisma.session.deleteMany({ where: { userId, OR: [{ expiresAt: { lt: new Date() } }, { seenAt: { lt: idleSince() } }] } }),
    db.prisma.session.create({ data }),
  ]);
}

const idleSince = () => new Date(Date.now() - IDLE_MS);

/** Whose session this is, if it lives and its person is let in. Notes that it was seen. */
export async function findSession(db: Db, id: Buffer): Promise<SignedIn | undefined> {
  const { rows } = await db.pool.query<{ user_id: number; stage: Stage; created_at: Date; proved_at: Date }>({
    name: 'find_session',
    text: `UPDATE sessions SET seen_at = now() WHERE id = $1 AND expires_at > now() AND seen_at > now() - $2 * interval '1 ms'
      RETURNING user_id, stage, created_at, proved_at`,
    values: [id, IDLE_MS],
  });
  const person = rows[0] && (await findPerson(db, rows[0].user_id));
  if (!rows[0] || !person || person.disabledAt) return undefined;
  return { person, stage: rows[0].stage, createdAt: rows[0].created_at, provedAt: rows[0].proved_at };
}

/** The password was proved again. */
export async function noteProved(db: Db, id: Buffer): Promise<void> {
  await db.prisma.session.updateMany({ where: { id: new Uint8Array(id) }, data: { provedAt: new Date() } });
}

export async function closeSession(db: Db, id: Buffer): Promise<void> {
  await db.prisma.session.deleteMany({ where: { id: new Uint8Array(id) } });
}

/** Everywhere, or everywhere but here. */
export async function closeSessionsOf(db: Db, userId: number, butNot?: Buffer): Promise<number> {
  const where = { userId, ...(butNot ? { NOT: { id: new Uint8Array(butNot) } } : {}) };
  return (await db.prisma.session.deleteMany({ where })).count;
}
