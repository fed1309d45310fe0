/**
 * The users of the panel, with e-mail and role. They are never deleted, because the audit names
 * them.
 */

import type { User as UserRow } from '@rafaga/prisma';
import { type Db, prismaOf } from '../db.js';
import { audit, audited, type By } from './audit.js';
import { openNow } from './openSessions.js';

export const ROLES = ['admin', 'operator', 'support', 'business'] as const;
export type Role = (typeof ROLES)[number];

/** A user without password, second factor and invitation. */
export type User = Omit<
  UserRow,
  'passwordHash' | 'totpSecret' | 'totpStep' | 'inviteHash' | 'role'
> & { role: Role };

/** The data that a sign-in is checked against. */
export interface Proofs {
  passwordHash: string | null;
  /** Sealed as `totpSecretColumn` of sealedColumns.ts says. */
  totpSecret: Buffer | null;
}

export const HIDDEN = {
  passwordHash: true,
  totpSecret: true,
  totpStep: true,
  inviteHash: true,
} as const;
export const userOf = (user: Omit<UserRow, keyof typeof HIDDEN>): User => user as User;

export interface NewUser {
  /** Stored in lower case. */
  email: string;
  name: string;
  role: Role;
  /** The user's business; only with the role 'business'. */
  businessId?: number | undefined;
}

/** @throws a Prisma error P2002 when a user has this e-mail already */
export async function addUser(
  db: Db,
  by: By,
  { email, name, role, businessId }: NewUser,
): Promise<User> {
  const data = { email: email.toLowerCase(), name, role, businessId: businessId ?? null };
  const user = await audited(
    db,
    by,
    (tx) => tx.user.create({ data, omit: HIDDEN }),
    () => ({ action: 'user.add', businessId, after: data }),
  );
  return userOf(user);
}

/** Changes role, business or access, and ends the sessions of the user. */
export async function changeUser(
  db: Db,
  by: By,
  id: number,
  change: { role?: Role; businessId?: number | null; disabled?: boolean },
): Promise<User> {
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
  return userOf(user);
}

export async function findLogin(db: Db, email: string): Promise<(User & Proofs) | undefined> {
  const user = await prismaOf(db).user.findUnique({
    where: { email: email.toLowerCase() },
    omit: { totpStep: true, inviteHash: true },
  });
  return user
    ? {
        ...userOf(user),
        passwordHash: user.passwordHash,
        totpSecret: user.totpSecret && Buffer.from(user.totpSecret),
      }
    : undefined;
}

export async function findUser(db: Db, id: number): Promise<User | undefined> {
  const user = await prismaOf(db).user.findUnique({ where: { id }, omit: HIDDEN });
  return user ? userOf(user) : undefined;
}

/**
 * A session that waits for a code of the second factor, or for its enrolment, is not counted. The
 * others are named by what they are not: an earlier panel stores 'open' for 'authenticated'.
 */
const openSessions = () => ({ ...openNow(), stage: { notIn: ['code', 'enrolment'] } });

/** All users in the order of their creation, with second factor, password and open sessions. */
export async function listUsers(
  db: Db,
): Promise<(User & { secondFactor: boolean; accepted: boolean; sessions: number })[]> {
  const users = await prismaOf(db).user.findMany({
    orderBy: { id: 'asc' },
    include: { _count: { select: { sessions: { where: openSessions() } } } },
  });
  return users.map(
    ({ passwordHash, totpSecret, totpStep: _step, inviteHash: _hash, _count, ...user }) => ({
      ...userOf(user),
      secondFactor: totpSecret !== null,
      accepted: passwordHash !== null,
      sessions: _count.sessions,
    }),
  );
}
