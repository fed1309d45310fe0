/** Codes that open a session once each instead of the second factor; only their HMAC is stored. */
import { type Db, prismaOf } from '../db.js';
import { audit, type By } from './audit.js';
import { holdSession } from './sessions.js';

/**
 * The codes before them are worth nothing from now on.
 * @param session with which the user does it
 * @returns false when it was closed meanwhile
 */
export const setRecoveryCodes = (
  db: Db,
  by: By,
  { userId, session }: { userId: number; session: Buffer },
  hashes: readonly Buffer[],
): Promise<boolean> =>
  prismaOf(db).$transaction(async (tx) => {
    if (!(await holdSession(tx, userId, session))) return false;
    await tx.recoveryCode.deleteMany({ where: { userId } });
    await tx.recoveryCode.createMany({
      data: hashes.map((hash) => ({ userId, hash: new Uint8Array(hash) })),
    });
    const { email } = await tx.user.findUniqueOrThrow({ where: { id: userId } });
    await audit(tx, by, {
      action: 'user.recovery_codes',
      after: { email, count: hashes.length },
    });
    return true;
  });

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
