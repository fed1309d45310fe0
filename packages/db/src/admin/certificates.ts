/**
 * The signing certificates of businesses, of which one is active. Callers encrypt the private key.
 */
import type { Certificate } from '@rafaga/prisma';
import { type Db, poolOf, prismaOf } from '../db.js';
import { certificateKeyColumn, type SealedColumn } from '../sealedColumns.js';
import { audited, type By, type Tx } from './audit.js';
import { databaseTime } from './databaseTime.js';

/** A certificate for display, without its key. */
export type CertificateSummary = Omit<Certificate, 'certificate' | 'privateKey'>;

export interface NewCertificate {
  /** X.509, DER. */
  certificate: Buffer;
  /** Seals the private key (PKCS#8) for the row in which it is stored. */
  privateKey(column: SealedColumn): Buffer;
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
    businessId,
    subjectRuc,
    notBefore,
    notAfter,
    fingerprint,
    certificate: new Uint8Array(given.certificate),
  };
  return audited(
    db,
    by,
    async (tx) => {
      await tx.certificate.updateMany({
        where: { businessId, active: true },
        data: { active: false },
      });
      const id = await nextId(tx);
      const privateKey = new Uint8Array(given.privateKey(certificateKeyColumn(id, businessId)));
      const createdAt = await databaseTime(tx);
      return tx.certificate.create({ data: { ...data, id, privateKey, createdAt }, omit: HIDDEN });
    },
    () => ({
      action: 'certificate.put',
      businessId,
      after: { fingerprint, subjectRuc, notAfter: notAfter.toISOString() },
    }),
  );
}

/** Draws the id before the insert, because the key is sealed for its row. */
async function nextId(tx: Tx): Promise<number> {
  const [next] = await tx.$queryRaw<{ id: number }[]>`
    SELECT nextval(pg_get_serial_sequence('certificates', 'id'))::int AS id`;
  return (next as { id: number }).id;
}

export interface SigningCertificate extends CertificateSummary {
  certificate: Buffer;
  /** Sealed. */
  privateKey: Buffer;
}

const SIGNING = `SELECT id, business_id AS "businessId", certificate, private_key AS "privateKey",
    subject_ruc AS "subjectRuc", not_before AS "notBefore", not_after AS "notAfter",
    fingerprint, active, created_at AS "createdAt"
  FROM certificates WHERE business_id = $1`;

/** The active certificate with its private key, for the worker. */
export async function findSigningCertificate(
  db: Db,
  businessId: number,
): Promise<SigningCertificate | undefined> {
  const { rows } = await poolOf(db).query<SigningCertificate>({
    name: 'find_signing_certificate',
    text: `${SIGNING} AND active LIMIT 1`,
    values: [businessId],
  });
  return rows[0];
}

/** Every certificate that has signed for the business, the last one first. */
export async function signingCertificates(
  db: Db,
  businessId: number,
): Promise<SigningCertificate[]> {
  const { rows } = await poolOf(db).query<SigningCertificate>(`${SIGNING} ORDER BY id DESC`, [
    businessId,
  ]);
  return rows;
}

/** Lists the certificates, the active one first. */
export function listCertificates(db: Db, businessId: number): Promise<CertificateSummary[]> {
  return prismaOf(db).certificate.findMany({
    where: { businessId },
    orderBy: [{ active: 'desc' }, { id: 'desc' }],
    omit: HIDDEN,
  });
}

const HIDDEN = { certificate: true, privateKey: true } as const;
