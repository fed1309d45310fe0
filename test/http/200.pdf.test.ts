/**
 * PDFs: any format is drawn at its first download, stored once the document is settled, and never
 * drawn differently later.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { changeDesign, recordFile } from '@rafaga/db';
import { PAPER_FORMATS } from '@rafaga/fiscal';
import { createFolderStore, hashAndSize, objectKey } from '@rafaga/storage';
import { attachmentsOf } from '../print/attachments.js';
import { see } from '../print/sight.js';
import { startTestApi } from '../support/api.js';
import { apiWithTenant } from '../support/apiWithTenant.js';
import { BY } from '../support/business.js';
import type { Reply } from '../support/httpClient.js';
import { corruptFile } from '../support/packedFile.js';
import { keepCdr, settle, settleWithoutCdr, sign } from '../support/settle.js';
import { waitFor } from '../support/waitFor.js';

const fixture = apiWithTenant();
/** On a busy machine the first drawing may come too late for its call, which is repeated. */
const download = (path: string): Promise<Reply> =>
  waitFor(`the drawing of ${path}`, async () => {
    const reply = await fixture.api.get(path, fixture.tenant.credentials);
    return reply.status !== 503 && reply;
  });

test('a PDF of a settled document is drawn at its first download and never changes', async () => {
  const { api, tenant } = fixture;
  const { id, numero_completo: name } = (await api.boleta(tenant.credentials)).json.datos;
  await settle(api, tenant, id);
  const sizes = new Set<number>();
  for (const format of PAPER_FORMATS) {
    const path = `/v1/boletas/${id}/pdf?format=${format}`;
    const first = await download(path);
    expect(first.status).toBe(200);
    expect(first.bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect(first.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${tenant.ruc}-03-${name}.pdf"`,
    });
    const again = await download(path);
    expect(again.headers.etag).toBe(first.headers.etag);
    expect(again.bytes.equals(first.bytes)).toBe(true);
    sizes.add(first.bytes.length);
  }
  expect(sizes.size).toBe(PAPER_FORMATS.length);
  const { rows } = await api.db.pool.query(
    `SELECT kind FROM files WHERE document_id = $1 AND kind LIKE 'pdf-%' ORDER BY kind`,
    [id],
  );
  expect(rows.map(({ kind }) => kind)).toEqual([
    'pdf-a4',
    'pdf-a5',
    'pdf-ticket-58',
    'pdf-ticket-80',
  ]);
});

test('without a format the PDF is A4', async () => {
  const { api, tenant } = fixture;
  const { id } = (await api.boleta(tenant.credentials)).json.datos;
  await settle(api, tenant, id);
  const plain = await download(`/v1/boletas/${id}/pdf`);
  const a4 = await download(`/v1/boletas/${id}/pdf?format=a4`);
  expect(plain.headers.etag).toBe(a4.headers.etag);
});

test('a signed document that is pending has a PDF that says so and is not stored', async () => {
  const { api, tenant } = fixture;
  const { id } = (await api.boleta(tenant.credentials)).json.datos;
  await sign(api, tenant, id);
  const pending = await download(`/v1/boletas/${id}/pdf`);
  expect(pending.status).toBe(200);
  const { rows } = await api.db.pool.query(
    `SELECT kind FROM files WHERE document_id = $1 AND kind LIKE 'pdf-%'`,
    [id],
  );
  expect(rows).toEqual([]);
});

test('simultaneous calls for the same PDF share one drawing', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'rafaga-drawn-'));
  const counted = path.join(folder, 'drawn');
  const go = path.join(folder, 'go');
  const thread = `import { appendFileSync, existsSync } from 'node:fs';
    import { parentPort } from 'node:worker_threads';
    parentPort.on('message', ({ number, format }) => {
      appendFileSync(${JSON.stringify(counted)}, format + '\\n');
      const pdf = new TextEncoder().encode('%PDF-' + number);
      const answer = () => parentPort.postMessage({ pdf });
      const wait = () => (existsSync(${JSON.stringify(go)}) ? answer() : setTimeout(wait, 20));
      format === 'a5' ? setTimeout(answer, 100) : wait();
    });`;
  const api = await startTestApi({
    drawingThread: new URL(`data:text/javascript,${encodeURIComponent(thread)}`),
  });
  try {
    const { tenant } = fixture;
    const { id } = (await api.boleta(tenant.credentials)).json.datos;
    await settle(api, tenant, id);
    const asked = Array.from({ length: 50 }, () =>
      api.get(`/v1/boletas/${id}/pdf?format=a5`, tenant.credentials),
    );
    const replies = await Promise.all(asked);
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(replies.map(({ headers }) => headers.etag)).size).toBe(1);
    expect(await readFile(counted, 'utf8')).toBe('a5\n');

    // a PDF that a worker records during the drawing is the one that is served
    const drawing = api.get(`/v1/boletas/${id}/pdf?format=ticket-80`, tenant.credentials);
    await waitFor('the drawing', async () => (await readFile(counted, 'utf8')).includes('80'));
    const content = Buffer.from('%PDF-recorded');
    const { filesDir, db } = api;
    const file = await createFolderStore(filesDir).put(
      objectKey({ id, ruc: tenant.ruc }, 'x.pdf'),
      content,
    );
    await recordFile(db, { id, businessId: tenant.id }, { kind: 'pdf-ticket-80', ...file });
    await writeFile(go, '');
    const served = await drawing;
    expect([served.status, served.bytes.toString()]).toEqual([200, '%PDF-recorded']);
  } finally {
    await api.stop();
    await rm(folder, { recursive: true });
  }
});

test('a change of design alters no PDF that was drawn before it', async () => {
  const { api, tenant } = fixture;
  const { id } = (await api.boleta(tenant.credentials)).json.datos;
  await settle(api, tenant, id);
  const path = `/v1/boletas/${id}/pdf?format=`;
  const before = await download(`${path}a4`);
  await changeDesign(api.db, BY, tenant.id, { color: '#e4002b', footer: 'Gracias por su compra' });
  const after = await download(`${path}a4`);
  expect(after.bytes.equals(before.bytes)).toBe(true);
  const { id: next } = (await api.boleta(tenant.credentials)).json.datos;
  await settle(api, tenant, next);
  const textOf = async (reply: Reply) => (await see(reply.bytes)).map(({ text }) => text).join(' ');
  expect(await textOf(await download(`/v1/boletas/${next}/pdf?format=a4`))).toContain(
    'Gracias por su compra',
  );
  expect(await textOf(after)).not.toContain('Gracias por su compra');
});

test('a stored PDF whose file is lost is drawn again, and put back', async () => {
  const { api, tenant } = fixture;
  const { id } = (await api.boleta(tenant.credentials)).json.datos;
  await settle(api, tenant, id);
  const path = `/v1/boletas/${id}/pdf?format=a5`;
  const before = await download(path);
  const recorded = await pdfOf(id);
  await rm(`${api.filesDir}/${recorded.key}`);
  const again = await download(path);
  expect([again.status, again.headers.etag]).toEqual([200, before.headers.etag]);
  expect(again.bytes.equals(before.bytes)).toBe(true);
  const kept = await createFolderStore(api.filesDir).get(recorded.key, recorded.sha256);
  expect(kept.equals(before.bytes)).toBe(true);
  expect(api.alarms().filter((alarm) => alarm.file === recorded.key)).toHaveLength(1);
  expect(await pdfOf(id)).toEqual(recorded);
});

test('a damaged PDF that cannot be drawn as it was is drawn as it is now', async () => {
  const { api, tenant } = fixture;
  const { id } = (await api.boleta(tenant.credentials)).json.datos;
  await settle(api, tenant, id);
  const file = await createFolderStore(api.filesDir).put(
    objectKey({ id, ruc: tenant.ruc }, 'x.pdf'),
    Buffer.from('%PDF-of an earlier design'),
  );
  await recordFile(api.db, { id, businessId: tenant.id }, { kind: 'pdf-a5', ...file });
  await corruptFile(api.filesDir, file.objectKey);
  const path = `/v1/boletas/${id}/pdf?format=a5`;
  const [drawn, again] = [await download(path), await download(path)];
  expect([drawn.status, again.status]).toEqual([200, 200]);
  expect(again.bytes.equals(drawn.bytes)).toBe(true);
  expect((await see(drawn.bytes)).map(({ text }) => text).join(' ')).toContain('B001-');
  const tag = `"${hashAndSize(drawn.bytes).sha256.toString('hex')}"`;
  expect(drawn.headers.etag).toBe(tag);
  const head = await api.call({ method: 'HEAD', path, headers: tenant.credentials });
  expect([head.status, head.headers.etag]).toEqual([200, tag]);
  const known = { ...tenant.credentials, 'If-None-Match': tag };
  expect((await api.get(path, known)).status).toBe(304);
  expect(api.alarms().filter((alarm) => alarm.file === file.objectKey)).toHaveLength(1);
  expect(await pdfOf(id)).toEqual({ key: file.objectKey, sha256: file.sha256 });
});

/** What is recorded of the only PDF of a document. */
async function pdfOf(id: number): Promise<{ key: string; sha256: Buffer }> {
  const { rows } = await fixture.api.db.pool.query(
    `SELECT object_key AS key, sha256 FROM files WHERE document_id = $1 AND kind LIKE 'pdf-%'`,
    [id],
  );
  expect(rows).toHaveLength(1);
  return rows[0];
}

test('the PDF of a document changes from pending to the decision of the authority', async () => {
  const { api, tenant } = fixture;
  const { id } = (await api.boleta(tenant.credentials)).json.datos;
  await sign(api, tenant, id);
  const pending = await download(`/v1/boletas/${id}/pdf`);
  await api.db.pool.query(
    `UPDATE outcomes SET state = 'rejected', code = '2335', settled_at = now() WHERE ` +
      `document_id = $1`,
    [id],
  );
  const rejected = await download(`/v1/boletas/${id}/pdf`);
  expect(rejected.headers.etag).not.toBe(pending.headers.etag);
  const { rows } = await api.db.pool.query(
    `SELECT object_key FROM files WHERE document_id = $1 AND kind = 'pdf-a4'`,
    [id],
  );
  expect(rows).toEqual([{ object_key: expect.stringContaining('a4-rejected.pdf') }]);
});

test('the PDF of an acceptance that is presumed says so', async () => {
  const { api, tenant } = fixture;
  const { id } = (await api.boleta(tenant.credentials)).json.datos;
  await settleWithoutCdr(api, tenant, id);
  await api.db.pool.query(`UPDATE outcomes SET evidence = 'presumed' WHERE document_id = $1`, [id]);
  const [page] = await see((await download(`/v1/boletas/${id}/pdf?format=a5`)).bytes);
  expect(page?.text).toContain('se presume aceptada');
});

test('an A4 with its files inside is stored once it has the CDR', async () => {
  const { api, tenant } = fixture;
  await changeDesign(api.db, BY, tenant.id, { archive: true });
  const { id, numero_completo: name } = (await api.boleta(tenant.credentials)).json.datos;
  await settleWithoutCdr(api, tenant, id);
  const held = async () =>
    attachmentsOf((await download(`/v1/boletas/${id}/pdf?format=a4`)).bytes).map((file) => [
      file.name,
      file.content.toString(),
    ]);
  const xml = [`${tenant.ruc}-03-${name}.xml`, `<Invoice id="${id}"/>`];
  expect(await held()).toEqual([xml]);
  const cdr = [`R-${tenant.ruc}-03-${name}.zip`, String(await keepCdr(api, tenant, id))];
  expect([await held(), await held()]).toEqual([
    [xml, cdr],
    [xml, cdr],
  ]);
  const { rows } = await api.db.pool.query(
    `SELECT object_key FROM files WHERE document_id = $1 AND kind = 'pdf-a4'`,
    [id],
  );
  expect(rows).toEqual([{ object_key: expect.stringContaining('a4-accepted-archive.pdf') }]);
  const a5 = await download(`/v1/boletas/${id}/pdf?format=a5`);
  expect(attachmentsOf(a5.bytes)).toEqual([]);
});

test('an A4 that never gets a CDR is stored with the XML, unless a CDR is on its way', async () => {
  const { api, tenant } = fixture;
  await changeDesign(api.db, BY, tenant.id, { archive: true });
  const { id } = (await api.boleta(tenant.credentials)).json.datos;
  await settleWithoutCdr(api, tenant, id);
  await api.db.pool.query(
    `INSERT INTO pending_cdrs (document_id, sha256, bytes, sealed, state, code, description, notes,
      attempt, worker) VALUES ($1, $2, 3, $2, 'accepted', '0', 'aceptada', '[]', 1, 'test')`,
    [id, Buffer.alloc(32)],
  );
  await api.db.pool.query(`UPDATE outcomes SET evidence = 'presumed' WHERE document_id = $1`, [id]);
  const stored = async () => {
    await download(`/v1/boletas/${id}/pdf?format=a4`);
    const { rows } = await api.db.pool.query<{ name: string }>(
      `SELECT object_key AS name FROM files WHERE document_id = $1 AND kind = 'pdf-a4'`,
      [id],
    );
    return rows;
  };
  expect(await stored()).toEqual([]);
  await api.db.pool.query('DELETE FROM pending_cdrs WHERE document_id = $1', [id]);
  expect(await stored()).toEqual([{ name: expect.stringContaining('a4-accepted-xml.pdf') }]);
});

test('an A4 whose XML is missing is drawn without it, and is not stored', async () => {
  const { api, tenant } = fixture;
  await changeDesign(api.db, BY, tenant.id, { archive: true });
  const { id } = (await api.boleta(tenant.credentials)).json.datos;
  await settle(api, tenant, id);
  const setKey = (from: string, to: string) =>
    api.db.pool.query(
      `UPDATE files SET object_key = replace(object_key, $2, $3)
        WHERE document_id = $1 AND kind = 'xml'`,
      [id, from, to],
    );
  const held = async () =>
    attachmentsOf((await download(`/v1/boletas/${id}/pdf?format=a4`)).bytes).length;
  await setKey('test.xml', 'gone.xml');
  expect(await held()).toBe(0);
  await setKey('gone.xml', 'test.xml');
  expect(await held()).toBe(2);
});
