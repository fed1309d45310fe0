/** The password and the second factor of the users of the panel. */
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

/** @param secret sealed for `totpSecretColumn`; null removes the second factor */
export async function setSecondFactor(
  db: Db,
  by: By,
  id: number,
  secret: Buffer | null,
): Promise<void> {
  await audited(
    db,
    by,
    async (tx) => {
      if (!secret) await tx.recoveryCode.deleteMany({ where: { userId: id } });
      return tx.user.update({
        where: { id },
        data: { totpSecret: secret && new Uint8Array(secret), totpStep: null },
      });
    },
    ({ email }) => ({
      action: secret ? 'user.second_factor' : 'user.second_factor_reset',
      after: { email },
    }),
  );
}

/** Accepts the code of a time step once. @returns false for a step that was used before */
export async function takeStep(db: Db, id: number, step: number): Promise<boolean> {
  const { count } = await prismaOf(db).user.updateMany({
    where: { id, OR: [{ totpStep: null }, { totpStep: { lt: step } }] },
    data: { totpStep: step },
  });
  return count === 1;
}
