/** Stores the credentials of a business at the authority, which callers encrypt first. */
import { type Db, poolOf, prismaOf } from '../db.js';
import { resumeUnproven } from '../support/resume.js';
import { forgetTrials } from './accessTrials.js';
import { audit, audited, type By } from './audit.js';
import { databaseTime } from './databaseTime.js';

/** Each value is sealed as `accessColumn` of sealedColumns.ts says. */
export interface Access {
  solUser: Buffer;
  solPassword: Buffer;
  /** The credentials of Consulta Integrada. */
  consultId?: Buffer | undefined;
  consultSecret?: Buffer | undefined;
  /** The destination to which they are sealed; absent: they are not bound to one. */
  destination?: string | undefined;
}

export type ConsultCredentials = Required<{ [K in 'consultId' | 'consultSecret']: Buffer }>;

/**
 * Credentials of Consulta Integrada that are left out are kept, unless they are bound to another
 * destination: then they are deleted, because no worker could open them.
 */
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
      const where = { businessId };
      const before = await tx.access.findUnique({ where, select: { destination: true } });
      const moved = (before?.destination ?? destination) !== destination;
      const stored = { ...data, updatedAt: await databaseTime(tx) };
      await tx.access.upsert({
        where,
        create: { businessId, ...stored },
        update: moved ? { consultId: null, consultSecret: null, ...stored } : stored,
      });
      const consult = moved || consultId !== undefined;
      await forgetTrials(tx, businessId, { sol: true, consult });
      if (consultId) await resumeUnproven(tx, by, businessId);
    },
    () => ({ action: 'access.put', businessId, after: { consult: consultId !== undefined } }),
  );
}

/**
 * Stores the credentials of Consulta Integrada. Unbound credentials in the same row are bound to
 * this destination too.
 * @returns false when the business has no SOL user for this destination
 */
export async function putConsult(
  db: Db,
  by: By,
  businessId: number,
  { destination, ...credentials }: ConsultCredentials & { destination: string },
): Promise<boolean> {
  return prismaOf(db).$transaction(async (tx) => {
    const updatedAt = await databaseTime(tx);
    const data = { ...consultColumns(credentials), destination, updatedAt };
    const where = { businessId, OR: [{ destination: null }, { destination }] };
    const { count } = await tx.access.updateMany({ where, data });
    if (count === 0) return false;
    await forgetTrials(tx, businessId, { sol: false, consult: true });
    await audit(tx, by, { action: 'access.consult', businessId });
    await resumeUnproven(tx, by, businessId);
    return true;
  });
}

const consultColumns = ({ consultId, consultSecret }: ConsultCredentials) => ({
  consultId: new Uint8Array(consultId),
  consultSecret: new Uint8Array(consultSecret),
});

interface AccessRow extends Pick<Access, 'solUser' | 'solPassword'> {
  consultId: Buffer | null;
  consultSecret: Buffer | null;
  destination: string | null;
}

export async function findAccess(db: Db, businessId: number): Promise<Access | undefined> {
  const { rows } = await poolOf(db).query<AccessRow>({
    name: 'find_access',
    text: `SELECT sol_user AS "solUser", sol_password AS "solPassword", destination,
        consult_id AS "consultId", consult_secret AS "consultSecret"
      FROM accesses WHERE business_id = $1`,
    values: [businessId],
  });
  const [row] = rows;
  if (!row) return undefined;
  const { destination, consultId, consultSecret, ...sol } = row;
  return {
    ...sol,
    ...(destination !== null && { destination }),
    ...(consultId !== null && { consultId }),
    ...(consultSecret !== null && { consultSecret }),
  };
}
