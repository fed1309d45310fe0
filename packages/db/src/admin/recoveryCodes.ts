/** Codes that open a session once each instead of the second factor; only their HMAC is stored. */
import { type Db, prismaOf } from '../db.js';
import { audit, audited, type By } from './audit.js';

/** The codes before them are worth nothing from now on. */
export async function setRecoveryCodes(
  db: Db,
  by: By,
  userId: number,
  hashes: readonly Buffer[],
): Promise<void> {
  await audited(
    db,
    by,
    async (tx) => {
      await tx.recoveryCode.deleteMany({ where: { userId } });
      await tx.recoveryCode.createMany({
        data: hashes.map((hash) => ({ userId, hash: new Uint8Array(hash) })),
      });
      return tx.user.findUniqueOrThrow({ where: { id: userId }, select: { email: true } });
    },
    ({ email }) => ({ action: 'user.recovery_codes', after: { email, count: hashes.length } }),
  );
}

/** @returns false when it is none of theirs, or was used before */
export function takeRecoveryCode(db: Db, by: By, userId: number, hash: Buffer): Promise<boolean> {
  return prismaOf(db).$transaction(async (tx) => {
    const { count } = await tx.recoveryCode.updateMany({
      where: { userId, hash: new Uint8Array(hash), usedAt: null },
      data: { usedAt: new Date() },
    });
    if (count === 0) return false;
    const left = await tx.recoveryCode.count({ where: { userId, usedAt: null } });
    await audit(tx, by, { action: 'user.recovery_code', after: { left } });
    return true;
  });
}

/** How many are not used yet. */
export const countRecoveryCodes = (db: Db, userId: number): Promise<number> =>
  prismaOf(db).recoveryCode.count({ where: { userId, usedAt: null } });
