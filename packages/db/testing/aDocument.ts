/** Creates a database, a business and documents for the tests of this package. */
import { createHash, randomInt, randomUUID } from 'node:crypto';
import { limaToday } from '@rafaga/fiscal';
import type { By } from '../src/admin/audit.js';
import type { Business } from '../src/admin/businesses.js';
import { createBusiness, setBusinessState } from '../src/admin/changeBusiness.js';
import { addCredential } from '../src/admin/credentials.js';
import { addSeries } from '../src/admin/series.js';
import { ID_MARK, type NewDocument, NUMBER_MARK } from '../src/issuing/newDocument.js';
import type { KeepDecision } from '../src/support/resolveReview.js';
import { createTestDb, type TestDb } from './connections.js';

/** The last day to send a document, far enough from today for lists of what ends soon. */
export const IN_A_WEEK = limaToday(new Date(Date.now() + 7 * 86_400_000));

export const BY: By = { actor: 'test' };

/** For tests without a file store: a decision is made, and stored in the database alone. */
export const KEEP_NOWHERE: KeepDecision = async () => undefined;

export function url(): string {
  const { DATABASE_URL } = process.env;
  if (!DATABASE_URL) throw new Error('DATABASE_URL is not set: run `npm test`');
  return DATABASE_URL;
}

export const aDb = (): TestDb => createTestDb(url());

export async function aBusiness(db: TestDb, ...codes: string[]): Promise<Business> {
  const { id } = await createBusiness(db, BY, {
    ruc: `20${randomInt(1e9).toString().padStart(9, '0')}`,
    legalName: 'Comercial Prueba S.A.C.',
  });
  for (const code of codes) await addSeries(db, BY, id, code);
  return setBusinessState(db, BY, id, 'active');
}

/** @returns its id */
export async function aCredential(db: TestDb, businessId: number): Promise<number> {
  const secretHash = Buffer.alloc(32);
  const named = { businessId, name: 'Caja', apiKey: randomUUID(), secretHash };
  return (await addCredential(db, BY, named)).id;
}

/** What a test changes of a document; what is stored as JSON is given as values. */
type Changes = Partial<Omit<NewDocument, Json>> & { [K in Json]?: unknown };
type Json = 'sale' | 'totals' | 'warnings';

export function aDocument(businessId: number, changes: Changes = {}): NewDocument {
  const { series = 'B001', reference = randomUUID() } = changes;
  const kind = series.startsWith('F') ? 'factura' : 'boleta';
  const lines = [{ description: 'Café "pasado" \\ 250 g\n', unitPrice: '118' }];
  const { sale = { kind, series, lines }, totals = { payable: '118.00' }, warnings } = changes;
  return {
    businessId,
    kind,
    series,
    reference,
    hash: createHash('sha256').update(reference).digest(),
    issueDate: '2026-11-21',
    currency: 'PEN',
    client: { documentType: '1', document: '45678912', name: 'María "la Ñata" Quispe \\ Hnos.' },
    total: '118.00',
    answer: `{"datos":{"id":${ID_MARK},"numero_completo":"${series}-${NUMBER_MARK}","archivos":"/v1/${kind}s/${ID_MARK}/pdf"}}`,
    requestId: `request-${randomUUID()}`,
    deadline: IN_A_WEEK,
    ...changes,
    sale: JSON.stringify(sale),
    totals: JSON.stringify(totals),
    warnings: warnings ? JSON.stringify(warnings) : null,
  };
}

/** The numbers of the documents of a series. */
export async function numbersOf(
  db: TestDb,
  businessId: number,
  series = 'B001',
): Promise<number[]> {
  const { rows } = await db.pool.query<{ number: number }>(
    'SELECT number FROM documents WHERE business_id = $1 AND series = $2 ORDER BY number',
    [businessId, series],
  );
  return rows.map(({ number }) => number);
}

export const oneTo = (count: number): number[] =>
  Array.from({ length: count }, (_, index) => index + 1);
