/**
 * Signs a made-up sale of a business with its certificate, under a series that its documents never
 * have. Nothing is recorded, nothing goes to production.
 */
import { randomInt, X509Certificate } from 'node:crypto';
import { type Db, findSigningCertificate, type RehearsedBusiness } from '@rafaga/db';
import { type Signer, signedInvoice, zipOne } from '@rafaga/engine';
import {
  documentName,
  type Issuer,
  type Kind,
  limaTime,
  limaToday,
  type PricedSale,
  price,
  type Sale,
} from '@rafaga/fiscal';
import type { Vault } from '@rafaga/secrets';
import { openSigner } from '../keys/openSigner.js';

export interface Rehearsal {
  kind: Kind;
  series: string;
  number: number;
  priced: PricedSale;
  issuer: Issuer;
  digest: string;
  qr: string;
  /** The name of the ZIP without its extension, and its bytes. */
  name: string;
  zip: Buffer;
}

/** The rehearsal cannot be signed; the message says why, in Spanish. */
export class CannotRehearse extends Error {
  override name = 'CannotRehearse';
}

const SERIES = { boleta: 'BENS', factura: 'FENS' } as const;

/** @throws CannotRehearse */
export async function signRehearsal(
  { db, vault, now }: { db: Db; vault: Vault; now: Date },
  business: RehearsedBusiness,
): Promise<Rehearsal> {
  const signer = await signerOf(db, vault, business);
  const kind = business.boletas ? 'boleta' : 'factura';
  const series = SERIES[kind];
  const number = randomInt(1, 99_999_999);
  const priced = price(saleOf(business, kind, series, limaToday(now)));
  const issuer = issuerOf(business);
  const signed = await signedInvoice({ priced, issuer, number, issueTime: limaTime(now) }, signer);
  const name = documentName({ ruc: business.ruc, kind, series, number });
  const { digest, qr } = signed;
  return {
    kind,
    series,
    number,
    priced,
    issuer,
    digest,
    qr,
    name,
    zip: zipOne(`${name}.xml`, signed.xml, signed.packed),
  };
}

async function signerOf(
  db: Db,
  vault: Vault,
  { id, signatureDigest }: RehearsedBusiness,
): Promise<Signer> {
  const found = await findSigningCertificate(db, id);
  if (!found) throw new CannotRehearse('Falta el certificado.');
  const signer = openSigner(vault, id, found, signatureDigest === 'sha256' ? 'sha256' : 'sha1');
  if (!new X509Certificate(found.certificate).checkPrivateKey(signer.key))
    throw new CannotRehearse('La clave privada no es la de este certificado.');
  return signer;
}

const issuerOf = ({ ruc, legalName, tradeName, address, ubigeo }: RehearsedBusiness): Issuer => ({
  ruc,
  legalName,
  ...(tradeName && { tradeName }),
  ...(address && { address }),
  ...(ubigeo && { ubigeo }),
});

const saleOf = (
  { pricesIncludeTax }: RehearsedBusiness,
  kind: Kind,
  series: string,
  issueDate: string,
): Sale => ({
  kind,
  series,
  issueDate,
  pricesIncludeTax,
  operation: '0101',
  currency: 'PEN',
  payment: 'cash',
  establishment: '0000',
  client:
    kind === 'boleta'
      ? { documentType: '1', document: '45678912', name: 'CLIENTE DE ENSAYO' }
      : { documentType: '6', document: '20100066603', name: 'EMPRESA DE ENSAYO S.A.C.' },
  lines: [
    {
      description: 'Producto de ensayo',
      unit: 'NIU',
      quantity: '1',
      unitPrice: '10.00',
      affectation: '10',
      allowances: [],
    },
  ],
  instalments: [],
  allowances: [],
  advances: [],
  guides: [],
  legends: [],
  payments: [],
});
