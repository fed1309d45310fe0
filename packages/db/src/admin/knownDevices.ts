/**
 * The browsers in which a user has signed in with both factors. The database has the hash of a
 * browser's token, in one row for each of its users; a browser without a row is unknown.
 */

import type { KnownDevice } from '@rafaga/prisma';
import { type Db, prismaOf } from '../db.js';
import { audited, type By } from './audit.js';

export type { KnownDevice } from '@rafaga/prisma';

/** A browser is forgotten after this time without use. */
export const DEVICE_LIFE_MS = 180 * 24 * 3_600_000;
/** The most browsers of one user; the oldest are forgotten. */
const MAX_OF_USER = 10;

export interface DeviceUse {
  tokenHash: Buffer;
  userId: number;
  address?: string | undefined;
  agent?: string | undefined;
}

/** Remembers the browser of a user who has just signed in. */
export async function rememberDevice(
  db: Db,
  { tokenHash, userId, address, agent }: DeviceUse,
): Promise<void> {
  const id = { tokenHash: new Uint8Array(tokenHash), userId };
  const seen = { seenAt: new Date(), address: address ?? null, agent: agent || null };
  await prismaOf(db).$transaction(async ({ knownDevice }) => {
    await knownDevice.upsert({
      where: { tokenHash_userId: id },
      create: { ...id, ...seen },
      update: seen,
    });
    const excess = await knownDevice.findMany({
      where: { userId },
      orderBy: { seenAt: 'desc' },
      skip: MAX_OF_USER,
      select: { tokenHash: true },
    });
    const hashes = excess.map((each) => each.tokenHash);
    if (hashes.length > 0)
      await knownDevice.deleteMany({ where: { userId, tokenHash: { in: hashes } } });
  });
}

export async function isKnownDevice(db: Db, tokenHash: Buffer, userId: number): Promise<boolean> {
  const where = { tokenHash: new Uint8Array(tokenHash), userId, seenAt: { gt: oldest() } };
  return (await prismaOf(db).knownDevice.count({ where })) === 1;
}

/** Lists the browsers of a user, the last used first. */
export const listKnownDevices = (db: Db, userId: number): Promise<KnownDevice[]> =>
  prismaOf(db).knownDevice.findMany({
    where: { userId, seenAt: { gt: oldest() } },
    orderBy: { seenAt: 'desc' },
  });

const oldest = () => new Date(Date.now() - DEVICE_LIFE_MS);

/** @param tokenHash the browser to forget; absent: all of the user */
export async function forgetDevices(
  db: Db,
  by: By,
  userId: number,
  tokenHash?: Buffer,
): Promise<void> {
  const where = { userId, ...(tokenHash && { tokenHash: new Uint8Array(tokenHash) }) };
  await audited(
    db,
    by,
    async (tx) => {
      const { count } = await tx.knownDevice.deleteMany({ where });
      const { email } = await tx.user.findUniqueOrThrow({ where: { id: userId } });
      return { count, email };
    },
    ({ count, email }) => ({ action: 'user.devices', after: { email, count } }),
  );
}

/** Forgets all browsers but this one, after a new password or a new second factor. */
export async function forgetOtherDevices(
  db: Db,
  userId: number,
  own: Buffer | undefined,
): Promise<void> {
  const others = own ? { NOT: { tokenHash: new Uint8Array(own) } } : {};
  await prismaOf(db).knownDevice.deleteMany({ where: { userId, ...others } });
}
