/** How a business signs in at the authority. Everything is enveloped before it comes here. */
import { audited, type By } from './audit.js';
import type { Db } from './db.js';

/** Each enveloped for `access:<businessId>:<field>`, as in `access:7:solUser`. */
export interface Access {
  solUser: Buffer;
  solPassword: Buffer;
  /** The credentials of Consulta Integrada. */
  consultId?: Buffer | undefined;
  consultSecret?: Buffer | undefined;
}

export async function putAccess(db: Db, by: By, businessId: number, access: Access): Promise<void> {
  const { solUser, solPassword, consultId, consultSecret } = access;
  const data = {
    solUser: new Uint8Array(solUser),
    solPassword: new Uint8Array(solPassword),
    consultId: consultId ? new Uint8Array(consultId) : null,
    consultSecret: consultSecret ? new Uint8Array(consultSecret) : null,
  };
  await audited(
    db,
    by,
    (tx) => tx.access.upsert({ where: { businessId }, create: { businessId, ...data }, update: data }),
    () => ({ action: 'access.put', businessId, after: { consult: consultId !== undefined } }),
  );
}

export async function findAccess(db: Db, businessId: number): Promise<Access | undefined> {
  const row = await db.prisma.access.findUnique({ where: { businessId } });
  if (!row) return undefined;
  return {
    solUser: Buffer.from(row.solUser),
    solPassword: Buffer.from(row.solPassword),
    ...(row.consultId ? { consultId: Buffer.from(row.consultId) } : {}),
    ...(row.consultSecret ? { consultSecret: Buffer.from(row.consultSecret) } : {}),
  };
}
