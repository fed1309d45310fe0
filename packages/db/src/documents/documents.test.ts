/** Tests how documents, their outcomes and their files are found and recorded. */
import { randomBytes } from 'node:crypto';
import { afterAll, expect, test } from '@jest/globals';
import { aBusiness, aDb, aDocument } from '../../testing/aDocument.js';
import { createIssuance } from '../issuing/issuance.js';
import { findDocument, openDocument } from './documents.js';
import { FileDiffers, findFile, recordFile } from './files.js';
import { findDownload } from './findDownload.js';
import { findRecord } from './findRecord.js';

const db = aDb();
const issuance = createIssuance(db);
afterAll(async () => {
  await issuance.close();
  await db.close();
});

async function anIssued() {
  const business = await aBusiness(db, 'F001');
  const document = aDocument(business.id, {
    series: 'F001',
    warnings: [{ code: '4000', text: 'algo' }],
  });
  const issued = await issuance.issue(document);
  if (issued.is !== 'issued') throw new Error(issued.is);
  return { business, document, id: issued.id };
}
const aFile = (kind: 'xml' | 'cdr' | 'pdf-a4') => ({
  kind,
  sha256: randomBytes(32),
  bytes: 5000,
  objectKey: `2026/11/${kind}`,
});

test('a document is found with all that the record shows, by id and by reference', async () => {
  const { business, document, id } = await anIssued();
  const found = await findDocument(db, business.id, 'factura', id);
  expect(found).toMatchObject({
    id,
    businessId: business.id,
    ruc: business.ruc,
    kind: 'factura',
    series: 'F001',
    number: 1,
    reference: { key: document.reference, state: 'finished' },
    issueDate: '2026-11-21',
    currency: 'PEN',
    client: document.client,
    total: '118.00',
    sale: JSON.parse(document.sale),
    totals: JSON.parse(document.totals),
    warnings: JSON.parse(document.warnings ?? ''),
    requestId: document.requestId,
    files: [],
  });
  expect(found?.createdAt).toBeInstanceOf(Date);
  expect(found?.outcome).toBeUndefined();
  expect(await openDocument(db, id)).toEqual(found);
});

test('reads at the same time share a statement, and each finds only its own', async () => {
  const [one, two] = [await anIssued(), await anIssued()];
  const found = await Promise.all([
    findRecord(db, one.business.id, 'factura', one.id),
    findRecord(db, one.business.id, 'factura', two.id),
    findRecord(db, one.business.id, 'boleta', one.id),
    findRecord(db, two.business.id, 'factura', two.id),
    findRecord(db, one.business.id, 'factura', one.id),
  ]);
  expect(found.map((document) => document?.id)).toEqual([
    one.id,
    undefined,
    undefined,
    two.id,
    one.id,
  ]);
  const document = await findDocument(db, one.business.id, 'factura', one.id);
  expect(document).toEqual({ ...found[0], files: [] });
});

test('a signed and settled document is found with its outcome and files', async () => {
  const { business, id } = await anIssued();
  const issuer = { ruc: business.ruc, legalName: business.legalName };
  const at = (second: number) => new Date(`2026-11-21T10:00:0${second}.000Z`);
  const signature = { issuer, digest: 'abc=', qr: 'qr' };
  const outcome = {
    sentAt: at(1),
    state: 'accepted',
    code: '0',
    description: 'Aceptada',
    notes: [{ code: '4252', text: 'nota' }],
    settledAt: at(2),
    evidence: 'cdr',
    cdrSignature: 'valid',
  };
  await db.prisma.outcome.create({
    data: { ...signature, signedAt: at(0), ...outcome, documentId: id, businessId: business.id },
  });
  const files = [aFile('cdr'), aFile('xml')];
  const place = { id, businessId: business.id };
  for (const file of files) await recordFile(db, place, file);
  const found = await findDocument(db, business.id, 'factura', id);
  expect(found?.outcome).toEqual({ signature: { ...signature, at: at(0) }, ...outcome });
  expect(found?.files.map(({ createdAt, ...file }) => file)).toEqual(files);
});

test('a document of another business or kind is answered as one that does not exist', async () => {
  const { business, id } = await anIssued();
  const other = await aBusiness(db, 'F001');
  expect(await findDocument(db, other.id, 'factura', id)).toBeUndefined();
  expect(await findDocument(db, business.id, 'boleta', id)).toBeUndefined();
  expect(await findDocument(db, business.id, 'factura', 2 ** 53 - 1)).toBeUndefined();
  expect(await findDownload(db, other.id, 'factura', id, 'xml')).toBeUndefined();
  expect(await findDownload(db, business.id, 'boleta', id, 'xml')).toBeUndefined();
  expect(await findDownload(db, business.id, 'factura', 1, 'xml')).toBeUndefined();
});

test('a download finds its document before there is a file', async () => {
  const { business, id } = await anIssued();
  expect(await findDownload(db, business.id, 'factura', id, 'xml')).toEqual({
    ruc: business.ruc,
    series: 'F001',
    number: 1,
    state: null,
    evidence: null,
    coming: false,
    inReview: false,
    isSigned: false,
    createdAt: expect.any(Date),
  });
  const file = aFile('xml');
  const place = { id, businessId: business.id };
  await recordFile(db, place, file);
  expect(await findDownload(db, business.id, 'factura', id, 'xml')).toMatchObject({
    ruc: business.ruc,
    file,
  });
  expect(await findFile(db, place, 'xml')).toMatchObject(file);
  expect(await findFile(db, place, 'cdr')).toBeUndefined();
});

test('downloads at the same time share a statement, and each finds only its own file', async () => {
  const [one, two] = [await anIssued(), await anIssued()];
  const [xml, cdr] = [aFile('xml'), aFile('cdr')];
  for (const file of [xml, cdr])
    await recordFile(db, { id: one.id, businessId: one.business.id }, file);
  const found = await Promise.all([
    findDownload(db, one.business.id, 'factura', one.id, 'cdr'),
    findDownload(db, one.business.id, 'factura', two.id, 'cdr'),
    findDownload(db, two.business.id, 'factura', two.id, 'xml'),
    findDownload(db, one.business.id, 'factura', one.id, 'xml'),
  ]);
  expect(found.map((download) => [download?.ruc, download?.file?.objectKey])).toEqual([
    [one.business.ruc, cdr.objectKey],
    [undefined, undefined],
    [two.business.ruc, undefined],
    [one.business.ruc, xml.objectKey],
  ]);
});

test('recording the same file again changes nothing, and another file is refused', async () => {
  const { business, id } = await anIssued();
  const file = aFile('pdf-a4');
  const place = { id, businessId: business.id };
  await recordFile(db, place, file);
  await recordFile(db, place, file);
  await expect(recordFile(db, place, aFile('pdf-a4'))).rejects.toThrow(FileDiffers);
  expect(await findFile(db, place, 'pdf-a4')).toMatchObject(file);
});

test('broken connections are replaced at the next query', async () => {
  const { business, id } = await anIssued();
  const own = aDb();
  await findDocument(own, business.id, 'factura', id);
  const { rows } = await own.pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  await db.pool.query('SELECT pg_terminate_backend($1, 5000)', [rows[0]?.pid]);
  await new Promise(setImmediate);
  expect(await findDocument(own, business.id, 'factura', id)).toBeDefined();
  expect(await own.prisma.business.count({ where: { id: business.id } })).toBe(1);
  await own.close();
});
