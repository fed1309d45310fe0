/** Invites people to the panel by a link that works once. */
import { type Db, prismaOf } from '../db.js';
import { audit, audited, type By } from './audit.js';
import { closeOthers, lockUser } from './sessions.js';
import { HIDDEN, type User, userOf } from './users.js';

/** The link would open nothing, and the password and second factor would be lost. */
export class UserDisabled extends Error {
  override name = 'UserDisabled';
}

/**
 * Creates a link that sets a password once. It revokes an earlier link and signs the user out
 * everywhere.
 * @param hash SHA-256 of the link's token
 * @throws UserDisabled
 */
export async function invite(db: Db, by: By, id: number, hash: Buffer, until: Date): Promise<void> {
  await audited(
    db,
    by,
    async (tx) => {
      await lockUser(tx, id);
      const { disabledAt } = await tx.user.findUniqueOrThrow({
        where: { id },
        select: { disabledAt: true },
      });
      if (disabledAt) throw new UserDisabled();
      await closeOthers(tx, id);
      await tx.recoveryCode.deleteMany({ where: { userId: id } });
      await tx.knownDevice.deleteMany({ where: { userId: id } });
      const data = {
        inviteHash: new Uint8Array(hash),
        inviteUntil: until,
        passwordHash: null,
        totpSecret: null,
        totpStep: null,
      };
      return tx.user.update({ where: { id }, data });
    },
    ({ email }) => ({ action: 'user.invite', after: { email, until: until.toISOString() } }),
  );
}

export async function findInvited(db: Db, hash: Buffer): Promise<User | undefined> {
  const where = {
    inviteHash: new Uint8Array(hash),
    inviteUntil: { gt: new Date() },
    disabledAt: null,
  };
  const user = await prismaOf(db).user.findFirst({ where, omit: HIDDEN });
  return user ? userOf(user) : undefined;
}

/**
 * Uses the link: sets the password.
 * @returns false when the link was used before, or has expired
 */
export function takeInvitation(
  db: Db,
  by: By,
  hash: Buffer,
  passwordHash: string,
): Promise<boolean> {
  return prismaOf(db).$transaction(async (tx) => {
    const where = {
      inviteHash: new Uint8Array(hash),
      inviteUntil: { gt: new Date() },
      disabledAt: null,
    };
    const [taken] = await tx.user.updateManyAndReturn({
      where,
      data: { passwordHash, inviteHash: null, inviteUntil: null },
    });
    if (taken)
      await audit(tx, by, {
        action: 'user.accept',
        businessId: taken.businessId ?? undefined,
        after: { email: taken.email },
      });
    return taken !== undefined;
  });
}
