/** The certificates with which authorities sign CDRs, and the policy for invalid signatures. */

import type { CdrSigner } from '@rafaga/prisma';
import { type Db, poolOf, prismaOf } from '../db.js';
import { audited, type By } from './audit.js';

/** A known certificate as people see it. */
export type CdrSignerSummary = Omit<CdrSigner, 'certificate'>;

export interface NewCdrSigner {
  /**
   * As `endpointOf` says it: 'simulator', 'beta', 'production' or the address of an OSE's
   * billService.
   */
  authority: string;
  /** X.509, DER. */
  certificate: Buffer;
  fingerprint: string;
  subject: string;
  notBefore: Date;
  notAfter: Date;
  inForceFrom?: Date | undefined;
  inForceUntil?: Date | undefined;
  /** Where the certificate was obtained. */
  source: string;
}

/** Adds a certificate, or changes the days and the source of one that is registered. */
export function putCdrSigner(db: Db, by: By, given: NewCdrSigner): Promise<CdrSignerSummary> {
  const { authority, fingerprint, source, inForceFrom = null, inForceUntil = null } = given;
  const days = { source, inForceFrom, inForceUntil };
  const data = { ...given, ...days, certificate: new Uint8Array(given.certificate) };
  return audited(
    db,
    by,
    (tx) =>
      tx.cdrSigner.upsert({
        where: { authority_fingerprint: { authority, fingerprint } },
        create: data,
        update: days,
        omit: HIDDEN,
      }),
    ({ id, subject }) => ({
      action: 'cdr_signer.put',
      after: { id, authority, fingerprint, subject, ...shown(days) },
    }),
  );
}

/**
 * Ends the trust in a certificate at a time; CDRs from before stay valid.
 * @returns undefined when there is no such row
 */
export async function endCdrSigner(
  db: Db,
  by: By,
  id: number,
  until: Date,
): Promise<CdrSignerSummary | undefined> {
  if (!(await prismaOf(db).cdrSigner.findUnique({ where: { id }, select: { id: true } })))
    return undefined;
  return audited(
    db,
    by,
    (tx) => tx.cdrSigner.update({ where: { id }, data: { inForceUntil: until }, omit: HIDDEN }),
    ({ authority, fingerprint }) => ({
      action: 'cdr_signer.end',
      after: { id, authority, fingerprint, inForceUntil: until.toISOString() },
    }),
  );
}

/** By authority, the newest first. */
export function listCdrSigners(db: Db): Promise<CdrSignerSummary[]> {
  return prismaOf(db).cdrSigner.findMany({
    orderBy: [{ authority: 'asc' }, { id: 'desc' }],
    omit: HIDDEN,
  });
}

/**
 * What to do about an invalid signature. 'tell': settle, and log a warning. 'review': a person
 * decides.
 */
export type CdrDuty = 'tell' | 'review';
export type CdrPolicy = Record<'broken' | 'unknown_signer' | 'absent', CdrDuty>;

/** The certificates and the policy by which the CDRs of an authority are checked. */
export interface CdrTrust {
  signers: { certificate: Buffer; inForceFrom: Date | null; inForceUntil: Date | null }[];
  policy: CdrPolicy;
}

/**
 * The policy of an authority without a row. A broken signature leads to review only when a signer
 * is known: otherwise an attacker that can break a signature can also replace it, and the CDRs of
 * SUNAT's beta cannot be checked at all.
 */
export const usualPolicy = (signers: number): CdrPolicy => ({
  broken: signers > 0 ? 'review' : 'tell',
  unknown_signer: 'tell',
  absent: 'tell',
});

export async function findCdrTrust(db: Db, authority: string): Promise<CdrTrust> {
  const [signers, policies] = await Promise.all([
    poolOf(db).query<CdrTrust['signers'][number]>({
      name: 'cdr_signers',
      text: `SELECT certificate, in_force_from AS "inForceFrom",
          in_force_until AS "inForceUntil"
        FROM cdr_signers WHERE authority = $1`,
      values: [authority],
    }),
    poolOf(db).query<CdrPolicy>({
      name: 'cdr_policy',
      text: 'SELECT broken, unknown_signer, absent FROM cdr_policies WHERE authority = $1',
      values: [authority],
    }),
  ]);
  return {
    signers: signers.rows,
    policy: policies.rows[0] ?? usualPolicy(signers.rows.length),
  };
}

/** The policies that differ from the usual one, by authority. */
export async function listCdrPolicies(db: Db): Promise<Map<string, CdrPolicy>> {
  const rows = await prismaOf(db).cdrPolicy.findMany();
  return new Map(rows.map((row) => [row.authority, policyOf(row)]));
}

const policyOf = (row: { broken: string; unknownSigner: string; absent: string }): CdrPolicy => ({
  broken: row.broken as CdrDuty,
  unknown_signer: row.unknownSigner as CdrDuty,
  absent: row.absent as CdrDuty,
});

export async function setCdrPolicy(
  db: Db,
  by: By,
  authority: string,
  policy: CdrPolicy,
): Promise<void> {
  const { broken, unknown_signer: unknownSigner, absent } = policy;
  const data = { broken, unknownSigner, absent };
  await audited(
    db,
    by,
    (tx) =>
      tx.cdrPolicy.upsert({ where: { authority }, create: { authority, ...data }, update: data }),
    () => ({ action: 'cdr_policy.set', after: { authority, ...policy } }),
  );
}

const HIDDEN = { certificate: true } as const;

const shown = ({
  source,
  inForceFrom,
  inForceUntil,
}: {
  source: string;
  inForceFrom: Date | null;
  inForceUntil: Date | null;
}) => ({
  source,
  inForceFrom: inForceFrom?.toISOString() ?? null,
  inForceUntil: inForceUntil?.toISOString() ?? null,
});
