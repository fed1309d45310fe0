/**
 * The people of the panel: invited by a one-use link, known by e-mail, with a role; never deleted,
 * since the audit names them.
 */

import { type Db, prismaOf } from '../db.js';
import type { User } from '../generated/client.js';
import { audit, audited, type By } from './audit.js';

export const ROLES = ['admin', 'operator', 'support', 'business'] as const;
export type Role = (typeof ROLES)[number];

/** A person, without what proves who it is. */
export type Person = Omit<
  User,
  'passwordHash' | 'totpSecret' | 'totpStep' | 'inviteHash' | 'role'
> & { role: Role };

/** What a login is checked against. */
export interface Proofs {
  passwordHash: string | null;
  /** Enveloped for `totp:<userId>`. */
  totpSecret: Buffer | null;
}

const HIDDEN = { passwordHash: true, totpSecret: true, totpStep: true, inviteHash: true } as const;
const personOf = (user: Omit<User, keyof typeof HIDDEN>): Person => user as Person;

export interface NewPerson {
  /** Kept in lower case. */
  email: string;
  name: string;
  role: Role;
  /** Whose, for the role 'business' and for no other. */
  businessId?: number | undefined;
}

/** Throws a Prisma error P2002 when the e-mail has somebody already. */
export async function addPerson(
  db: Db,
  by: By,
  { email, name, role, businessId }: NewPerson,
): Promise<Person> {
  const data = { email: email.toLowerCase(), name, role, businessId: businessId ?? null };
  const user = await audited(
    db,
    by,
    (tx) => tx.user.create({ data, omit: HIDDEN }),
    () => ({ action: 'user.add', businessId, after: data }),
  );
  return personOf(user);
}

/**
 * A link that sets a password once. One before it is good no more, and whoever is signed in as this
 * person is signed out.
 * @param hash SHA-256 of what the link carries
 */
export async function invite(db: Db, by: By, id: number, hash: Buffer, until: Date): Promise<void> {
  await audited(
    db,
    by,
    async (tx) => {
      await tx.session.deleteMany({ where: { userId: id } });
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

export async function findInvited(db: Db, hash: Buffer): Promise<Person | undefined> {
  const where = {
    inviteHash: new Uint8Array(hash),
    inviteUntil: { gt: new Date() },
    disabledAt: null,
  };
  const user = await prismaOf(db).user.findFirst({ where, omit: HIDDEN });
  return user ? personOf(user) : undefined;
}

/**
 * Takes the link: from now on the password is this one. False when somebody was faster, or it has
 * run out.
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

/** Role, business or being let in at all: whoever is signed in as this person is signed out. */
export async function changePerson(
  db: Db,
  by: By,
  id: number,
  change: { role?: Role; businessId?: number | null; disabled?: boolean },
): Promise<Person> {
  const user = await prismaOf(db).$transaction(async (tx) => {
    const before = await tx.user.findUniqueOrThrow({ where: { id }, omit: HIDDEN });
    const {
      role = before.role,
      businessId = before.businessId,
      disabled = before.disabledAt !== null,
    } = change;
    const disabledAt = disabled ? (before.disabledAt ?? new Date()) : null;
    const after = await tx.user.update({
      where: { id },
      data: { role, businessId, disabledAt },
      omit: HIDDEN,
    });
    await tx.session.deleteMany({ where: { userId: id } });
    const shown = (user: typeof before) => ({
      role: user.role,
      businessId: user.businessId,
      disabled: user.disabledAt !== null,
    });
    await audit(tx, by, {
      action: 'user.change',
      before: { email: before.email, ...shown(before) },
      after: shown(after),
    });
    return after;
  });
  return personOf(user);
}

export async function findLogin(db: Db, email: string): Promise<(Person & Proofs) | undefined> {
  const user = await prismaOf(db).user.findUnique({
    where: { email: email.toLowerCase() },
    omit: { totpStep: true, inviteHash: true },
  });
  return user
    ? {
        ...personOf(user),
        passwordHash: user.passwordHash,
        totpSecret: user.totpSecret && Buffer.from(user.totpSecret),
      }
    : undefined;
}

export async function findPerson(db: Db, id: number): Promise<Person | undefined> {
  const user = await prismaOf(db).user.findUnique({ where: { id }, omit: HIDDEN });
  return user ? personOf(user) : undefined;
}

/**
 * In the order in which they came; with whether each has a second factor and how many sessions are
 * open.
 */
export async function listPeople(
  db: Db,
): Promise<(Person & { secondFactor: boolean; accepted: boolean; sessions: number })[]> {
  const users = await prismaOf(db).user.findMany({
    orderBy: { id: 'asc' },
    include: { _count: { select: { sessions: true } } },
  });
  return users.map(
    ({ passwordHash, totpSecret, totpStep: _step, inviteHash: _hash, _count, ...user }) => ({
      ...personOf(user),
      secondFactor: totpSecret !== null,
      accepted: passwordHash !== null,
      sessions: _count.sessions,
    }),
  );
}
