/**
 * Signs a made-up sale of a business with its certificate, under a series that its documents never
 * have, and reads what the authority answers. Nothing is recorded, nothing goes to production.
 */
import { createPrivateKey, randomInt, X509Certificate } from 'node:crypto';
import {
  type Business,
  certificateKeyColumn,
  type Db,
  destinationOf,
  findAccess,
  findSigningCertificate,
  rehearsalTarget,
} from '@rafaga/db';
import { CdrProblem, createSigner, readCdr, signedInvoice, zipOne } from '@rafaga/engine';
import {
  cdrOutcome,
  DOCUMENT_TYPE,
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
import { openSol, storedElsewhere } from '../keys/accesses.js';

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
  business: Business,
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

async function signerOf(db: Db, vault: Vault, { id, signatureDigest }: Business) {
  const found = await findSigningCertificate(db, id);
  if (!found) throw new CannotRehearse('Falta el certificado.');
  const privateKey = vault.open(found.privateKey, certificateKeyColumn(found.id, id));
  const key = createPrivateKey({ key: privateKey, format: 'der', type: 'pkcs8' });
  if (!new X509Certificate(found.certificate).checkPrivateKey(key))
    throw new CannotRehearse('La clave privada no es la de este certificado.');
  const digest = signatureDigest === 'sha256' ? 'sha256' : 'sha1';
  return createSigner({ certificate: found.certificate, privateKey, digest });
}

const issuerOf = ({ ruc, legalName, tradeName, address, ubigeo }: Business): Issuer => ({
  ruc,
  legalName,
  ...(tradeName && { tradeName }),
  ...(address && { address }),
  ...(ubigeo && { ubigeo }),
});

const saleOf = (
  { pricesIncludeTax }: Business,
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

/** SUNAT's beta accepts any RUC with this user; the password of production is not sent there. */
const BETA_USER = { user: 'MODDATOS', password: 'moddatos' } as const;

/** @throws CannotRehearse */
export async function rehearsalAccess(
  { db, vault }: { db: Db; vault: Vault },
  business: Business,
): Promise<{ user: string; password: string }> {
  const { id, ruc, environment } = business;
  const ofBeta = { user: `${ruc}${BETA_USER.user}`, password: BETA_USER.password };
  if (rehearsalTarget(business) === 'beta' && environment === 'production') return ofBeta;
  const found = await findAccess(db, id);
  if (!found) throw new CannotRehearse('Falta el usuario SOL.');
  const destination = destinationOf(business);
  const refused = storedElsewhere(found, destination);
  if (refused) throw new CannotRehearse(refused);
  return openSol(vault, { businessId: id, ruc }, { ...found, destination });
}

export interface RehearsalAnswer {
  code: string;
  description: string;
  /** Observations do not reject. */
  accepted: boolean;
}

/** A reply that is not the CDR of this document does not count as accepted. */
export function readRehearsalAnswer(
  zip: Buffer,
  ruc: string,
  { kind, series, number }: Rehearsal,
): RehearsalAnswer {
  const answer = read(zip, { ruc, type: DOCUMENT_TYPE[kind], series, number });
  if (!answer) return { code: '-', description: 'no es su constancia', accepted: false };
  const { code, description } = answer;
  return { code, description, accepted: cdrOutcome(code) === 'accepted' };
}

function read(zip: Buffer, expected: Parameters<typeof readCdr>[1]) {
  try {
    return readCdr(zip, expected);
  } catch (error) {
    if (error instanceof CdrProblem) return undefined;
    throw error;
  }
}
