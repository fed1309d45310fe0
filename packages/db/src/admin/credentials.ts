/** The credentials of the API: added, revoked and listed by users. */
import type { Credential } from '@rafaga/prisma';
import { type Db, prismaOf } from '../db.js';
import { audit, audited, type By, type Tx } from './audit.js';

/** A credential without the hash of its secret. */
export type CredentialSummary = Omit<Credential, 'secretHash'>;

/** Enough for each store of a chain; the panel lists the active ones on one page. */
const MAX_ACTIVE = 500;

/** The business has an active credential of that name, or as many as it may have. */
export class CredentialProblem extends Error {
  override name = 'CredentialProblem';
  readonly most = MAX_ACTIVE;
  constructor(readonly reason: 'name' | 'count') {
    super(`the credential is refused for its ${reason}`);
  }
}

/** @throws CredentialProblem */
export function addCredential(
  db: Db,
  by: By,
  data: { businessId: number; name: string; apiKey: string; secretHash: Buffer },
): Promise<CredentialSummary> {
  const { businessId, name, apiKey } = data;
  return audited(
    db,
    by,
    async (tx) => {
      await refuseProblem(tx, businessId, name);
      return tx.credential.create({
        data: { ...data, secretHash: new Uint8Array(data.secretHash) },
        omit: { secretHash: true },
      });
    },
    () => ({ action: 'credential.add', businessId, after: { name, apiKey } }),
  );
}

async function refuseProblem(tx: Tx, businessId: number, name: string): Promise<void> {
  // the lock makes concurrent additions wait for each other
  await tx.$queryRaw`SELECT id FROM businesses WHERE id = ${businessId} FOR NO KEY UPDATE`;
  const active = await tx.credential.findMany({
    where: { businessId, revokedAt: null },
    select: { name: true },
  });
  if (active.some((each) => each.name === name)) throw new CredentialProblem('name');
  if (active.length >= MAX_ACTIVE) throw new CredentialProblem('count');
}

/**
 * Revokes a key.
 * @returns false when there is no such key, or it was already revoked
 */
export function revokeCredential(db: Db, by: By, apiKey: string): Promise<boolean> {
  return prismaOf(db).$transaction(async (tx) => {
    const [revoked] = await tx.credential.updateManyAndReturn({
      where: { apiKey, revokedAt: null },
      data: { revokedAt: new Date() },
      select: { businessId: true, name: true },
    });
    if (!revoked) return false;
    await audit(tx, by, {
      action: 'credential.revoke',
      businessId: revoked.businessId,
      before: { name: revoked.name, apiKey },
    });
    return true;
  });
}

/** Lists every credential of a business, the revoked ones too. */
export function listCredentials(db: Db, businessId: number): Promise<CredentialSummary[]> {
  return prismaOf(db).credential.findMany({
    where: { businessId },
    orderBy: { id: 'asc' },
    omit: { secretHash: true },
  });
}

/** Lists the active credentials, then the latest `revoked` of the revoked ones. */
export async function latestCredentials(
  db: Db,
  businessId: number,
  revoked: number,
): Promise<CredentialSummary[]> {
  const found = await prismaOf(db).credential.findMany({
    where: { businessId },
    orderBy: [{ revokedAt: { sort: 'desc', nulls: 'first' } }, { id: 'asc' }],
    take: MAX_ACTIVE + revoked,
    omit: { secretHash: true },
  });
  const active = found.filter(({ revokedAt }) => revokedAt === null);
  return found.slice(0, active.length + revoked);
}

/** The credential with this key, if it belongs to the business. */
export const credentialOf = (
  db: Db,
  businessId: number,
  apiKey: string,
): Promise<CredentialSummary | null> =>
  prismaOf(db).credential.findFirst({ where: { businessId, apiKey }, omit: { secretHash: true } });
