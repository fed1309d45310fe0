/** Creates businesses that can sign and send, and issues documents for them. */
import { createHash, randomBytes, randomInt } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { type SigningCertificate, selfSigned } from '@rafaga/certificates';
import {
  type AccessField,
  accessColumn,
  addSeries,
  type BusinessData,
  createBusiness,
  ID_MARK,
  type NewDocument,
  putAccess,
  putCertificate,
  setBusinessState,
} from '@rafaga/db';
import {
  centsText,
  type Kind,
  lastDay,
  limaToday,
  price,
  type Sale,
  totalsJson,
} from '@rafaga/fiscal';
import { createVault } from '@rafaga/secrets';
import { issuanceOf, type TestDb } from '../../packages/db/testing/connections.js';
import { aFactura, aLine, aSale } from '../../packages/fiscal/testing/aSale.js';
import { oncePerRun } from './oncePerRun.js';
import { SECRET_KEYS } from './settings.js';

const BY = { actor: 'test' };
/** One for all: it derives its keys when it is made. */
const vault = createVault(SECRET_KEYS);

export interface Sender {
  id: number;
  ruc: string;
}

export interface SenderOptions extends BusinessData {
  /** One that no business has, if absent. */
  ruc?: string;
  certificate?: boolean | { notAfter: Date };
  access?: boolean;
  /**
   * With credentials of Consulta Integrada; true, if absent. Without them, an answer that is lost
   * on a busy machine leads to a review.
   */
  consult?: boolean;
}

/** One for all tests of a run: creating its key takes longer than most tests. */
let shared: Promise<SigningCertificate> | undefined;

async function sharedCertificate(): Promise<SigningCertificate> {
  const folder = await oncePerRun('certificate', async (draft) => {
    const made = await selfSigned({ ruc: '20123456786', legalName: 'Bodega de Prueba S.A.C.' });
    await writeFile(path.join(draft, 'made'), serialize(made));
  });
  return deserialize(await readFile(path.join(folder, 'made')));
}

export async function aSender(db: TestDb, options: SenderOptions = {}): Promise<Sender> {
  const { ruc = aRuc(), certificate = true, access = true, consult = true, ...data } = options;
  const legalName = 'Bodega de Prueba S.A.C.';
  const { id } = await createBusiness(db, BY, { ruc, legalName, printFormats: [], ...data });
  for (const code of ['B001', 'F001']) await addSeries(db, BY, id, code);
  if (certificate) await giveCertificate(db, id, certificate === true ? {} : certificate);
  if (access) await giveAccess(db, id, { consult });
  await setBusinessState(db, BY, id, 'active');
  return { id, ruc };
}

const aRuc = () => `20${String(randomInt(1_000_000_000)).padStart(9, '0')}`;

export async function giveCertificate(
  db: TestDb,
  id: number,
  change: { notAfter?: Date } = {},
): Promise<void> {
  shared ??= sharedCertificate();
  const { certificate, privateKey, notBefore, notAfter, fingerprint } = await shared;
  await putCertificate(db, BY, id, {
    certificate,
    privateKey: (column) => vault.seal(privateKey, column),
    notBefore,
    notAfter,
    fingerprint,
    ...change,
  });
}

/** Stores SOL credentials for a business and, with `consult`, those of Consulta Integrada. */
export async function giveAccess(
  db: TestDb,
  id: number,
  { consult = false, consultSecret = 'a-secret' } = {},
): Promise<void> {
  const seal = (field: AccessField, text: string) =>
    vault.seal(Buffer.from(text), accessColumn(id, field));
  await putAccess(db, BY, id, {
    solUser: seal('solUser', 'MODDATOS'),
    solPassword: seal('solPassword', 'moddatos'),
    ...(consult && {
      consultId: seal('consultId', 'a-client'),
      consultSecret: seal('consultSecret', consultSecret),
    }),
  });
}

const AT_ONCE = 50;

/** @returns the ids, in the order of `documents` (the document numbers of the clients) */
export async function issueMany(
  db: TestDb,
  sender: Sender,
  kind: Kind,
  documents: string[],
): Promise<number[]> {
  const issueOne = async (document: NewDocument): Promise<number> => {
    const one = await issuanceOf(db).issue(document);
    if (one.is !== 'issued') throw new Error(`not issued: ${one.is}`);
    return one.id;
  };
  const made = documents.map((client) => aDocument(sender, kind, client));
  const ids: number[] = [];
  // a slow machine cannot write hundreds of them as soon as a caller is promised
  for (let at = 0; at < made.length; at += AT_ONCE)
    ids.push(...(await Promise.all(made.slice(at, at + AT_ONCE).map(issueOne))));
  return ids;
}

/** Lets the next sweep enqueue new documents, which it leaves to their API for five seconds. */
export const makeDue = (db: TestDb, ids: readonly number[]) =>
  db.pool.query(
    `UPDATE emissions SET next_at = now() - interval '1 ms'
      WHERE document_id = ANY ($1) AND lease_owner IS NULL`,
    [ids],
  );

/** @param client the client's document number, which can choose an outcome of the simulator */
export async function issue(
  db: TestDb,
  sender: Sender,
  kind: Kind,
  client?: string,
): Promise<number> {
  const [id] = await issueMany(db, sender, kind, [
    client ?? (kind === 'factura' ? '20601234561' : '45678912'),
  ]);
  return id as number;
}

function aDocument({ id: businessId }: Sender, kind: Kind, client: string): NewDocument {
  const sale = saleTo(kind, client);
  const { totals } = price(sale);
  return {
    businessId,
    kind,
    series: sale.series,
    reference: `venta-${randomBytes(9).toString('hex')}`,
    hash: createHash('sha256').update(JSON.stringify(sale)).digest(),
    issueDate: sale.issueDate,
    currency: sale.currency,
    client: { documentType: sale.client.documentType, document: client, name: sale.client.name },
    total: centsText(totals.payable),
    sale: JSON.stringify(sale),
    totals: JSON.stringify(totalsJson(totals)),
    warnings: null,
    answer: `{"id":${ID_MARK}}`,
    requestId: `test-${randomBytes(6).toString('hex')}`,
    deadline: lastDay(kind, sale.issueDate),
  };
}

const saleTo = (kind: Kind, client: string): Sale =>
  (kind === 'factura' ? aFactura : aSale)({
    issueDate: limaToday(new Date()),
    client: {
      documentType: kind === 'factura' ? '6' : '1',
      document: client,
      name: 'Cafetería La Esquina E.I.R.L.',
    },
    lines: [
      aLine({
        code: 'CAF-250',
        description: 'Café de Chanchamayo 250 g',
        quantity: '2',
        unitPrice: '29.5',
      }),
    ],
  });
