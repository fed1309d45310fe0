/**
 * Sealed values that the panel holds for one user for minutes. The database keeps the hash of the
 * token that asks for one, never the token.
 */
import { createHash } from 'node:crypto';
import { type Db, prismaOf } from '../db.js';

/** More of one user are forgotten, the oldest first. */
const MAX_OF_USER = 10;

export interface TemporaryValue {
  userId: number;
  token: string;
  sealed: Buffer;
  expiresAt: Date;
}

/** Values that expired, of any user, are deleted with it. */
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

/** Undefined when it expired, was taken, or belongs to another user. */
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

/** The value, which from now on no request gets again. */
export async function takeTemporaryValue(
  db: Db,
  userId: number,
  token: string,
): Promise<Buffer | undefined> {
  const sealed = await findTemporaryValue(db, userId, token);
  // of requests that found it at the same time, only the one that deletes it gets it
  const { count } = await prismaOf(db).temporaryValue.deleteMany({ where: usable(userId, token) });
  return count === 1 ? sealed : undefined;
}

const usable = (userId: number, token: string) => ({
  id: hashOf(token),
  userId,
  expiresAt: { gt: new Date() },
});

const hashOf = (token: string) => new Uint8Array(createHash('sha256').update(token).digest());
