/** The credentials of the API: added, revoked and listed by users. */

import type { Credential } from '@rafaga/prisma';
import { type Db, prismaOf } from '../db.js';
import { audit, audited, type By } from './audit.js';

/** A credential without the hash of its secret. */
export type CredentialSummary = Omit<Credential, 'secretHash'>;

export function addCredential(
  db: Db,
  by: By,
  data: { businessId: number; name: string; apiKey: string; secretHash: Buffer },
): Promise<CredentialSummary> {
  const { businessId, name, apiKey } = data;
  return audited(
    db,
    by,
    (tx) =>
      tx.credential.create({
        data: { ...data, secretHash: new Uint8Array(data.secretHash) },
        omit: { secretHash: true },
      }),
    () => ({ action: 'credential.add', businessId, after: { name, apiKey } }),
  );
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

export function listCredentials(db: Db, businessId: number): Promise<CredentialSummary[]> {
  return prismaOf(db).credential.findMany({
    where: { businessId },
    orderBy: { id: 'asc' },
    omit: { secretHash: true },
  });
}
