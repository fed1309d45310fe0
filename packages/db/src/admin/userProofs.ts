/** What a person of the panel proves who it is by: a password and a second factor. */

import { type Db, prismaOf } from '../db.js';
import { audited, type By } from './audit.js';

export async function setPassword(db: Db, by: By, id: number, passwordHash: string): Promise<void> {
  await audited(
    db,
    by,
    (tx) => tx.user.update({ where: { id }, data: { passwordHash } }),
    ({ email }) => ({ action: 'user.password', after: { email } }),
  );
}

/** @param secret enveloped for `totp:<userId>`; null takes the second factor away */
export async function setSecondFactor(
  db: Db,
  by: By,
  id: number,
  secret: Buffer | null,
): Promise<void> {
  await audited(
    db,
    by,
    (tx) =>
      tx.user.update({
        where: { id },
        data: { totpSecret: secret && new Uint8Array(secret), totpStep: null },
      }),
    ({ email }) => ({
      action: secret ? 'user.second_factor' : 'user.second_factor_reset',
      after: { email },
    }),
  );
}

/**
 * Whether this step's code is the first to be taken since the last one: a code that was overheard
 * is worth nothing.
 */
export async function takeStep(db: Db, id: number, step: number): Promise<boolean> {
  const { count } = await prismaOf(db).user.updateMany({
    where: { id, OR: [{ totpStep: null }, { totpStep: { lt: step } }] },
    data: { totpStep: step },
  });
  return count === 1;
}
