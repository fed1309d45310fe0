/** Writes the results of a worker into database and store, for tests of what the API shows. */
import { createFolderStore, type FileStore, objectKey } from '@rafaga/storage';
import type { TestApi } from './api.js';
import type { TestBusiness } from './business.js';

export interface Exchanged {
  xml: Buffer;
  cdr: Buffer;
}

type Place = Pick<TestApi, 'db' | 'filesDir'>;
type Issuing = Pick<TestBusiness, 'id' | 'ruc'>;

const ISSUER = { legalName: 'Bodega de Prueba S.A.C.', address: 'Av. Arequipa 1234, Lima' };

/** Makes a document signed. @returns its XML */
export async function sign(
  { db, filesDir }: Place,
  { id: businessId, ruc }: Issuing,
  id: number,
): Promise<Buffer> {
  await db.pool.query(
    `INSERT INTO outcomes (document_id, business_id, issuer, digest, qr, signed_at) VALUES ($1, ` +
      `$2, $3, 'c1g3=', 'QR', now())`,
    [id, businessId, { ruc, ...ISSUER }],
  );
  return keep({ db, filesDir }, { ruc, id }, 'xml', `<Invoice id="${id}"/>`);
}

/** Makes a document settled, with its XML and CDR. */
export async function settle(
  api: Place,
  business: Issuing,
  id: number,
  state: 'accepted' | 'rejected' = 'accepted',
): Promise<Exchanged> {
  const xml = await sign(api, business, id);
  const cdr = await keepCdr(api, business, id);
  await decide(api, id, state);
  return { xml, cdr };
}

/** Makes a document accepted without a CDR. */
export async function settleWithoutCdr(
  api: TestApi,
  business: TestBusiness,
  id: number,
): Promise<void> {
  await sign(api, business, id);
  await decide(api, id, 'accepted');
  await api.db.pool.query('UPDATE outcomes SET without_cdr = true WHERE document_id = $1', [id]);
}

/** Ends a document that was never signed, as two persons do. */
export async function discard({ db }: Pick<Place, 'db'>, { id: businessId }: Issuing, id: number) {
  await db.pool.query(
    `INSERT INTO outcomes (document_id, business_id, state, description, evidence, settled_at)
      VALUES ($1, $2, 'rejected', 'Descartado', 'person', now())`,
    [id, businessId],
  );
  await db.pool.query('DELETE FROM emissions WHERE document_id = $1', [id]);
}

/** Stores the CDR of a signed document. */
export const keepCdr = (api: Place, { ruc }: Pick<Issuing, 'ruc'>, id: number): Promise<Buffer> =>
  keep(api, { ruc, id }, 'cdr', `PK CDR of ${id}`);

async function decide({ db }: Place, id: number, state: 'accepted' | 'rejected'): Promise<void> {
  await db.pool.query(
    `UPDATE outcomes SET state = $2, code = $3, description = 'La decisión', notes = $4, ` +
      `sent_at = now(), settled_at = now() WHERE document_id = $1`,
    [
      id,
      state,
      state === 'accepted' ? '0' : '2335',
      JSON.stringify([{ code: '4252', text: 'El dato no coincide' }]),
    ],
  );
  await db.pool.query('DELETE FROM emissions WHERE document_id = $1', [id]);
}

/** Puts a document into review. */
export async function putInReview({ db }: TestApi, id: number): Promise<void> {
  await db.pool.query(
    `UPDATE emissions SET stage = 'review', review_reason = 'crashes' WHERE document_id = $1`,
    [id],
  );
  await db.pool.query(`UPDATE "references" SET state = 'review' WHERE document_id = $1`, [id]);
}

const stores = new Map<string, FileStore>();

/** One store for each folder. */
function storeIn(filesDir: string): FileStore {
  const store = stores.get(filesDir) ?? createFolderStore(filesDir);
  stores.set(filesDir, store);
  return store;
}

async function keep(
  { db, filesDir }: Place,
  place: { ruc: string; id: number },
  kind: 'xml' | 'cdr',
  text: string,
): Promise<Buffer> {
  const content = Buffer.from(text);
  const {
    objectKey: key,
    sha256,
    bytes,
  } = await storeIn(filesDir).put(objectKey(place, `test.${kind}`), content);
  await db.pool.query(
    'INSERT INTO files (document_id, kind, sha256, bytes, object_key) VALUES ($1, $2, $3, $4, $5)',
    [place.id, kind, sha256, bytes, key],
  );
  return content;
}
