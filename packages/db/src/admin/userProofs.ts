/** The password and the second factor of panel users. */
import { type Db, prismaOf } from '../db.js';
import { audit, type By, type Tx } from './audit.js';
import { closeOthers, holdSession } from './sessions.js';

/**
 * @param session the user's session: it must still be open; the user's other sessions are closed
 */
export const setPassword = (
  db: Db,
  by: By,
  id: number,
  passwordHash: string,
  session?: Buffer,
): Promise<boolean> =>
  prismaOf(db).$transaction(async (tx) => {
    if (session && !(await keepOnly(tx, id, session))) return false;
    const { email } = await tx.user.update({ where: { id }, data: { passwordHash } });
    await audit(tx, by, { action: 'user.password', after: { email } });
    return true;
  });

export interface SecondFactor {
  /** Sealed for `totpSecretColumn`. */
  secret: Buffer;
  /** The time step of the code that proved it; this code is not accepted again. */
  step: number;
}

/**
 * @param session the user's session: it must still be open; the user's other sessions are closed
 */
export const setSecondFactor = (
  db: Db,
  by: By,
  id: number,
  { secret, step }: SecondFactor,
  session?: Buffer,
): Promise<boolean> =>
  prismaOf(db).$transaction(async (tx) => {
    if (session && !(await keepOnly(tx, id, session))) return false;
    const { email } = await tx.user.update({
      where: { id },
      data: { totpSecret: new Uint8Array(secret), totpStep: step },
    });
    await audit(tx, by, { action: 'user.second_factor', after: { email } });
    return true;
  });

/**
 * Closes the user's other sessions.
 * @returns false when this one was already closed
 */
async function keepOnly(tx: Tx, userId: number, session: Buffer): Promise<boolean> {
  if (!(await holdSession(tx, userId, session))) return false;
  await closeOthers(tx, userId, session);
  return true;
}

/**
 * Accepts a code's time step once.
 * @returns false when it was used before
 */
export async function takeStep(db: Db, id: number, step: number): Promise<boolean> {
  const { count } = await prismaOf(db).user.updateMany({
    where: { id, OR: [{ totpStep: null }, { totpStep: { lt: step } }] },
    data: { totpStep: step },
  });
  return count === 1;
}
