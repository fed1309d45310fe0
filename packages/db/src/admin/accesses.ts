/** Stores the credentials of a business at the authority, which callers encrypt first. */

import { type Db, prismaOf } from '../db.js';
import { resumeUnproven } from '../support/resume.js';
import { audit, audited, type By } from './audit.js';

/** Each value is sealed as `accessColumn` of sealedColumns.ts says. */
export interface Access {
  solUser: Buffer;
  solPassword: Buffer;
  /** The credentials of Consulta Integrada. */
  consultId?: Buffer | undefined;
  consultSecret?: Buffer | undefined;
  /** Where they may be sent; absent: they are not bound to it. */
  destination?: string | undefined;
}

export type ConsultCredentials = Required<{ [K in 'consultId' | 'consultSecret']: Buffer }>;

/** Credentials of Consulta Integrada that are left out are not changed. */
export async function putAccess(db: Db, by: By, businessId: number, access: Access): Promise<void> {
  const { solUser, solPassword, consultId, consultSecret, destination = null } = access;
  const data = {
    solUser: new Uint8Array(solUser),
    solPassword: new Uint8Array(solPassword),
    destination,
    ...(consultId && consultSecret ? consultColumns({ consultId, consultSecret }) : {}),
  };
  await audited(
    db,
    by,
    async (tx) => {
      await tx.access.upsert({
        where: { businessId },
        create: { businessId, ...data },
        update: data,
      });
      if (consultId) await resumeUnproven(tx, by, businessId);
    },
    () => ({ action: 'access.put', businessId, after: { consult: consultId !== undefined } }),
  );
}

/** @returns false when the business has no SOL user yet, whose row they belong to */
export async function putConsult(
  db: Db,
  by: By,
  businessId: number,
  credentials: ConsultCredentials,
): Promise<boolean> {
  return prismaOf(db).$transaction(async (tx) => {
    const data = consultColumns(credentials);
    const { count } = await tx.access.updateMany({ where: { businessId }, data });
    if (count === 0) return false;
    await audit(tx, by, { action: 'access.consult', businessId });
    await resumeUnproven(tx, by, businessId);
    return true;
  });
}

const consultColumns = ({ consultId, consultSecret }: ConsultCredentials) => ({
  consultId: new Uint8Array(consultId),
  consultSecret: new Uint8Array(consultSecret),
});

export async function findAccess(db: Db, businessId: number): Promise<Access | undefined> {
  const row = await prismaOf(db).access.findUnique({ where: { businessId } });
  if (!row) return undefined;
  return {
    solUser: Buffer.from(row.solUser),
    solPassword: Buffer.from(row.solPassword),
    ...(row.destination !== null && { destination: row.destination }),
    ...(row.consultId ? { consultId: Buffer.from(row.consultId) } : {}),
    ...(row.consultSecret ? { consultSecret: Buffer.from(row.consultSecret) } : {}),
  };
}
