/**
 * Rewraps every sealed secret of the database for the keys in use. It works row by row while the
 * system runs, because new secrets are sealed to the new keys already. It may be run again.
 */
import { type Db, prismaOf } from '../db.js';
import {
  type AccessField,
  accessColumn,
  certificateKeyColumn,
  keptAnswerColumn,
  pendingCdrColumn,
  type SealedColumn,
  totpSecretColumn,
} from '../sealedColumns.js';
import { answersToCheck } from '../support/keptAnswers.js';
import { destinationOf } from './accessDestination.js';
import { audit, type By } from './audit.js';

/** A vault: both seal the same secret to the key in use. */
export interface Rewrap {
  /** For the same column; the same bytes, if there is nothing to do. */
  rewrap(sealed: Buffer, column: SealedColumn): Buffer;
  move(sealed: Buffer, from: SealedColumn, to: SealedColumn): Buffer;
}

export interface RewrapResult {
  /** The rows that were rewritten. */
  count: number;
  /** The rows that changed after they were read: another run reads them again. */
  skipped: number;
  /** The accesses that an earlier program sealed, which may be sent only there from now on. */
  bound: { ruc: string; destination: string }[];
}

export async function rewrapSecrets(db: Db, by: By, vault: Rewrap): Promise<RewrapResult> {
  const result: RewrapResult = { count: 0, skipped: 0, bound: [] };
  for (const each of [
    rewrapCertificates,
    rewrapAccesses,
    rewrapSecondFactors,
    rewrapAnswers,
    rewrapPendingCdrs,
  ])
    await each(db, vault, result);
  const { count, skipped } = result;
  const bound = result.bound.map(({ ruc, destination }) => `${ruc} ${destination}`);
  await audit(prismaOf(db), by, { action: 'secrets.rewrap', after: { count, skipped, bound } });
  return result;
}

/** Counts one row by what its statement updated. @returns whether it was rewritten */
async function rewritten(result: RewrapResult, update: Promise<{ count: number }>) {
  const isRewritten = (await update).count > 0;
  result[isRewritten ? 'count' : 'skipped'] += 1;
  return isRewritten;
}

const bytes = (buffer: Buffer) => new Uint8Array(buffer);

/** Rewrapped, or undefined when it is sealed to the key in use already. */
function renewed(
  { rewrap }: Rewrap,
  sealed: Uint8Array,
  column: SealedColumn,
): Uint8Array<ArrayBuffer> | undefined {
  const before = Buffer.from(sealed);
  const after = rewrap(before, column);
  return after.equals(before) ? undefined : bytes(after);
}

async function rewrapCertificates(db: Db, vault: Rewrap, result: RewrapResult): Promise<void> {
  const rows = await prismaOf(db).certificate.findMany({
    select: { id: true, businessId: true, privateKey: true },
    orderBy: { id: 'asc' },
  });
  for (const { id, businessId, privateKey } of rows) {
    const again = renewed(vault, privateKey, certificateKeyColumn(id, businessId));
    if (again)
      await rewritten(
        result,
        prismaOf(db).certificate.updateMany({
          where: { id, privateKey },
          data: { privateKey: again },
        }),
      );
  }
}

/**
 * What an earlier program sealed is bound to the destination where it is used from now on. A row is
 * left as it is, and counted, if what its value was made from has changed meanwhile.
 */
async function rewrapAccesses(db: Db, vault: Rewrap, result: RewrapResult): Promise<void> {
  const select = { authority: true, billUrl: true, consultUrl: true };
  const rows = await prismaOf(db).access.findMany({
    include: { business: { select: { ruc: true, ...select } } },
    orderBy: { businessId: 'asc' },
  });
  for (const { businessId, updatedAt, destination, business, ...sealed } of rows) {
    const bound = destination ?? destinationOf(business);
    const again = Object.entries(sealed).flatMap(([column, value]) => {
      const field = column as AccessField;
      const after = value && renewedAccess(vault, value, { businessId, field, bound });
      return after ? [[column, after]] : [];
    });
    if (again.length === 0) continue;
    // the access is the same: a business paused for its credentials must not resume by this
    const data = { ...Object.fromEntries(again), destination: bound, updatedAt };
    // a value with a destination of its own does not depend on where the business sends now
    const where = { businessId, destination, ...(destination === null && { business }), ...sealed };
    const update = prismaOf(db).access.updateMany({ where, data });
    if ((await rewritten(result, update)) && destination === null)
      result.bound.push({ ruc: business.ruc, destination: bound });
  }
}

interface AccessValue {
  businessId: number;
  field: AccessField;
  /** Where it may be sent. */
  bound: string;
}

/** A value that an earlier program sealed is not bound to its destination. */
function renewedAccess(
  vault: Rewrap,
  value: Uint8Array,
  { businessId, field, bound }: AccessValue,
): ReturnType<typeof renewed> {
  const to = accessColumn(businessId, field, bound);
  try {
    return renewed(vault, value, to);
  } catch {
    // the value is not bound, or its key is unknown: then this throws again
    return bytes(vault.move(Buffer.from(value), accessColumn(businessId, field), to));
  }
}

/** Rewraps answers in batches, because they are many and large. */
async function rewrapAnswers(db: Db, vault: Rewrap, result: RewrapResult): Promise<void> {
  for await (const batch of answersToCheck(db)) {
    for (const { id, documentId, sha256, sealed } of batch) {
      const again = renewed(vault, sealed, keptAnswerColumn(documentId, sha256));
      if (!again) continue;
      const where = { id, sealed: bytes(sealed) };
      await rewritten(
        result,
        prismaOf(db).keptAnswer.updateMany({ where, data: { sealed: again } }),
      );
    }
  }
}

/** Rewraps pending CDRs, which are few. */
async function rewrapPendingCdrs(db: Db, vault: Rewrap, result: RewrapResult): Promise<void> {
  const rows = await prismaOf(db).pendingCdr.findMany({
    where: { sealed: { not: null } },
    select: { documentId: true, sha256: true, sealed: true },
  });
  for (const { documentId, sha256, sealed } of rows) {
    const column = pendingCdrColumn(Number(documentId), sha256);
    const again = sealed && renewed(vault, sealed, column);
    if (again)
      await rewritten(
        result,
        prismaOf(db).pendingCdr.updateMany({
          where: { documentId, sha256, sealed },
          data: { sealed: again },
        }),
      );
  }
}

async function rewrapSecondFactors(db: Db, vault: Rewrap, result: RewrapResult): Promise<void> {
  const where = { totpSecret: { not: null } };
  const rows = await prismaOf(db).user.findMany({
    where,
    select: { id: true, totpSecret: true },
    orderBy: { id: 'asc' },
  });
  for (const { id, totpSecret } of rows) {
    const again = totpSecret && renewed(vault, totpSecret, totpSecretColumn(id));
    if (again)
      await rewritten(
        result,
        prismaOf(db).user.updateMany({
          where: { id, totpSecret },
          data: { totpSecret: again },
        }),
      );
  }
}
