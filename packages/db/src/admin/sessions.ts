/** The sessions of the panel, stored by the hash of their cookie. */

import { type Db, poolOf, prismaOf } from '../db.js';
import type { Person } from './users.js';

/** A session ends after 30 minutes without use, or 12 hours in all. */
export const IDLE_MS = 30 * 60_000;
export const LONGEST_MS = 12 * 3_600_000;

/** 'code' or 'enrolment': the second factor, or its enrolment, is still required. */
export type Stage = 'code' | 'enrolment' | 'open';

export interface SignedIn {
  person: Person;
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
 * Finds a valid session of an enabled person.
 * @param seen records its use; false for what an open page requests by itself
 */
export async function findSession(
  db: Db,
  id: Buffer,
  { seen = true } = {},
): Promise<SignedIn | undefined> {
  const { rows } = await poolOf(db).query<
    SignedIn['person'] & Omit<SignedIn, 'person'> & { stale: boolean }
  >({
    name: 'find_session',
    text: `SELECT u.id, u.email, u.name, u.role, u.business_id AS "businessId",
      u.invite_until AS "inviteUntil", u.disabled_at AS "disabledAt",
        u.created_at AS "createdAt", s.stage, s.proved_at AS "provedAt",
          s.seen_at < now() - $3 * interval '1 ms' AS stale
      FROM sessions s JOIN users u ON u.id = s.user_id
      WHERE s.id = $1 AND s.expires_at > now() AND s.seen_at > now() - $2 * interval '1 ms'
        AND u.disabled_at IS NULL`,
    values: [id, IDLE_MS, SEEN_MS],
  });
  if (!rows[0]) return undefined;
  const { stage, provedAt, stale, ...person } = rows[0];
  if (stale && seen)
    await poolOf(db).query({
      name: 'see_session',
      text: 'UPDATE sessions SET seen_at = now() WHERE id = $1',
      values: [id],
    });
  return { person, stage, provedAt };
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
