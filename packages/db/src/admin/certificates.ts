/**
 * The signing certificates of businesses, of which one is active. Callers encrypt the private key.
 */

import { type Db, prismaOf } from '../db.js';
import type { Certificate } from '../generated/client.js';
import { audited, type By } from './audit.js';

/** A certificate as people see it: never its key. */
export type CertificateSummary = Omit<Certificate, 'certificate' | 'privateKey'>;

export interface NewCertificate {
  /** X.509, DER. */
  certificate: Buffer;
  /** PKCS#8, enveloped for `certificate:<businessId>`. */
  privateKey: Buffer;
  subjectRuc?: string | undefined;
  notBefore: Date;
  notAfter: Date;
  /** SHA-256 of the certificate, hexadecimal. */
  fingerprint: string;
}

/** Stores a certificate and makes it the active one; earlier ones are kept as inactive. */
export function putCertificate(
  db: Db,
  by: By,
  businessId: number,
  given: NewCertificate,
): Promise<CertificateSummary> {
  const { subjectRuc = null, notBefore, notAfter, fingerprint } = given;
  const data = {
    ...{ businessId, subjectRuc, notBefore, notAfter, fingerprint },
    certificate: new Uint8Array(given.certificate),
    privateKey: new Uint8Array(given.privateKey),
  };
  return audited(
    db,
    by,
    async (tx) => {
      await tx.certificate.updateMany({
        where: { businessId, active: true },
        data: { active: false },
      });
      return tx.certificate.create({ data, omit: HIDDEN });
    },
    () => ({
      action: 'certificate.put',
      businessId,
      after: { fingerprint, subjectRuc, notAfter: notAfter.toISOString() },
    }),
  );
}

/** The active certificate with its sealed private key, for the worker. */
export async function findSigningCertificate(
  db: Db,
  businessId: number,
): Promise<(CertificateSummary & { certificate: Buffer; privateKey: Buffer }) | undefined> {
  const row = await prismaOf(db).certificate.findFirst({ where: { businessId, active: true } });
  return row
    ? { ...row, certificate: Buffer.from(row.certificate), privateKey: Buffer.from(row.privateKey) }
    : undefined;
}

/** The active one first. */
export function listCertificates(db: Db, businessId: number): Promise<CertificateSummary[]> {
  return prismaOf(db).certificate.findMany({
    where: { businessId },
    orderBy: [{ active: 'desc' }, { id: 'desc' }],
    omit: HIDDEN,
  });
}

const HIDDEN = { certificate: true, privateKey: true } as const;
