/**
 * Re-encrypts every sealed secret in the database for the present keys, row by row while the system
 * runs: new secrets are sealed for the present keys anyway. May run again.
 */
import { type Db, prismaOf } from '../db.js';
import { EVERY_BUSINESS } from '../scope.js';
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

/** The part of a vault that is used here. */
export interface Rewrap {
  /**
   * Seals a secret for the same column with the present key; returns the same bytes if it already
   * is.
   */
  rewrap(sealed: Buffer, column: SealedColumn): Buffer;
  move(sealed: Buffer, from: SealedColumn, to: SealedColumn): Buffer;
}

export interface RewrapResult {
  /** The number of rewritten rows. */
  count: number;
  /** The number of rows that changed after they were read; another run reads them again. */
  skipped: number;
  /**
   * Credentials that an earlier version sealed, with the only destination for which they open now.
   */
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

/** The secret sealed with the present key; undefined when it already is. */
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
 * Credentials that an earlier version sealed are bound to the destination where they are used. A
 * row is skipped, and counted, if the data that it was computed from has changed meanwhile.
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
    // keeps `updatedAt`: a business that is paused for its credentials must not resume because of
    // this
    const data = { ...Object.fromEntries(again), destination: bound, updatedAt };
    // with a destination of its own, the value does not depend on where the business sends now
    const where = { businessId, destination, ...(destination === null && { business }), ...sealed };
    const update = prismaOf(db).access.updateMany({ where, data });
    if ((await rewritten(result, update)) && destination === null)
      result.bound.push({ ruc: business.ruc, destination: bound });
  }
}

interface AccessValue {
  businessId: number;
  field: AccessField;
  /** The destination to which it is bound. */
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
    // an unbound value opens only this way; a value whose key is unknown throws here again
    return bytes(vault.move(Buffer.from(value), accessColumn(businessId, field), to));
  }
}

/** Rewraps answers in batches, because they are many and large. */
async function rewrapAnswers(db: Db, vault: Rewrap, result: RewrapResult): Promise<void> {
  for await (const batch of answersToCheck(db, EVERY_BUSINESS)) {
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
