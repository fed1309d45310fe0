/** One-use codes that replace the second factor at sign-in; only their HMAC is stored. */
import { type Db, prismaOf } from '../db.js';
import { audit, type By } from './audit.js';
import { holdSession } from './sessions.js';

/**
 * Replaces all earlier codes of the user.
 * @param session the session in which the user does it
 * @returns false when that session was closed meanwhile
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

/**
 * Uses a code.
 * @returns false when the user has no such code, or it was used before
 */
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

/** The number of unused codes. */
export const countRecoveryCodes = (db: Db, userId: number): Promise<number> =>
  prismaOf(db).recoveryCode.count({ where: { userId, usedAt: null } });
