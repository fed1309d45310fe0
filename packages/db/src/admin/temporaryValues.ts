/**
 * Sealed values that the panel stores for one user for a few minutes. The database has only the
 * hash of the token that finds one.
 */
import { createHash } from 'node:crypto';
import { type Db, prismaOf } from '../db.js';

/** The most values of one user; the oldest are deleted. */
const MAX_OF_USER = 10;

export interface TemporaryValue {
  userId: number;
  token: string;
  sealed: Buffer;
  expiresAt: Date;
}

/** Stores a value, and deletes expired ones of all users. */
export async function putTemporaryValue(
  db: Db,
  { userId, token, sealed, expiresAt }: TemporaryValue,
): Promise<void> {
  await prismaOf(db).$transaction(async ({ temporaryValue }) => {
    await temporaryValue.deleteMany({ where: { expiresAt: { lte: new Date() } } });
    const excess = await temporaryValue.findMany({
      where: { userId },
      orderBy: { expiresAt: 'desc' },
      skip: MAX_OF_USER - 1,
      select: { id: true },
    });
    await temporaryValue.deleteMany({ where: { id: { in: excess.map(({ id }) => id) } } });
    await temporaryValue.create({
      data: { id: hashOf(token), userId, sealed: new Uint8Array(sealed), expiresAt },
    });
  });
}

/** @returns undefined when it expired, was taken, or belongs to another user */
export async function findTemporaryValue(
  db: Db,
  userId: number,
  token: string,
): Promise<Buffer | undefined> {
  const found = await prismaOf(db).temporaryValue.findFirst({
    where: usable(userId, token),
    select: { sealed: true },
  });
  return found ? Buffer.from(found.sealed) : undefined;
}

/** Returns the value and deletes it, so that only one request gets it. */
export async function takeTemporaryValue(
  db: Db,
  userId: number,
  token: string,
): Promise<Buffer | undefined> {
  const sealed = await findTemporaryValue(db, userId, token);
  // of simultaneous requests, only the one whose delete succeeds gets the value
  const { count } = await prismaOf(db).temporaryValue.deleteMany({ where: usable(userId, token) });
  return count === 1 ? sealed : undefined;
}

const usable = (userId: number, token: string) => ({
  id: hashOf(token),
  userId,
  expiresAt: { gt: new Date() },
});

const hashOf = (token: string) => new Uint8Array(createHash('sha256').update(token).digest());
