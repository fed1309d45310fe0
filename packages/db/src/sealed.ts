/**
 * Every sealed secret that the database keeps, taken over by a new master key: only the sealed data keys are rewritten. Row
 * by row, while everybody works: what changes meanwhile was sealed with the new key already. May be run again.
 */
import { audit, type By } from './audit.js';
import type { Db } from './db.js';

/** A vault's rewrap: the same secret for the same context, under today's master key. */
export type Rewrap = (sealed: Buffer, context: string) => Buffer;

/** @returns how many rows were rewritten */
export async function rewrapSecrets(db: Db, by: By, rewrap: Rewrap): Promise<number> {
  const count = (await rewrapCertificates(db, rewrap)) + (await rewrapAccesses(db, rewrap));
  await audit(db.prisma, by, { action: 'secrets.rewrap', after: { count } });
  return count;
}

const bytes = (buffer: Buffer) => new Uint8Array(buffer);

async function rewrapCertificates(db: Db, rewrap: Rewrap): Promise<number> {
  const rows = await db.prisma.certificate.findMany({ select: { id: true, businessId: true, privateKey: true }, orderBy: { id: 'asc' } });
  let count = 0;
  for (const { id, businessId, privateKey } of rows) {
    const data = { privateKey: bytes(rewrap(Buffer.from(privateKey), `certificate:${businessId}`)) };
    count += (await db.prisma.certificate.updateMany({ where: { id, privateKey }, data })).count;
  }
  return count;
}

async function rewrapAccesses(db: Db, rewrap: Rewrap): Promise<number> {
  const rows = await db.prisma.access.findMany({ omit: { updatedAt: true }, orderBy: { businessId: 'asc' } });
  let count = 0;
  for (const { businessId, ...sealed } of rows) {
    const again = Object.entries(sealed).map(([column, value]) => [
      column,
      value && bytes(rewrap(Buffer.from(value), `access:${businessId}:${column}`)),
    ]);
    count += (await db.prisma.access.updateMany({ where: { businessId, ...sealed }, data: Object.fromEntries(again) })).count;
  }
  return count;
}
