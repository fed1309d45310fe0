/**
 * Unknown documents, other businesses' documents, missing files and unknown routes are answered
 * with 404.
 */
import { beforeAll, expect, test } from '@jest/globals';
import { keepPendingCdr } from '@rafaga/db';
import { apiWithTenant } from '../support/apiWithTenant.js';
import { aBusiness, type TestBusiness } from '../support/business.js';
import { corruptFile } from '../support/packedFile.js';
import { discard, settle, settleWithoutCdr, sign } from '../support/settle.js';
import { waitFor } from '../support/waitFor.js';

const fixture = apiWithTenant();
let stranger: TestBusiness;
let id: number;

beforeAll(async () => {
  const { api, tenant } = fixture;
  stranger = await aBusiness(api.db);
  id = (await api.boleta(tenant.credentials)).json.datos.id;
});

/** The part of an answer that does not change from call to call. */
async function seen(path: string, credentials: Record<string, string>): Promise<string> {
  const reply = await fixture.api.get(path, credentials);
  const { date, 'x-request-id': requestId, ratelimit, ...headers } = reply.headers;
  return JSON.stringify([reply.status, headers, reply.text.replace(requestId as string, '')]);
}

test('unknown documents and those of another kind or business get the same answer', async () => {
  const { tenant } = fixture;
  for (const file of ['', '/xml', '/cdr', '/pdf', '/pdf?format=a5']) {
    const answers = new Set([
      await seen(`/v1/boletas/${id}${file}`, stranger.credentials),
      await seen(`/v1/facturas/${id}${file}`, tenant.credentials),
      await seen(`/v1/boletas/9007199254740991${file}`, tenant.credentials),
      await seen(`/v1/boletas/9007199254740992${file}`, tenant.credentials),
      await seen(`/v1/boletas/0${file}`, tenant.credentials),
      await seen(`/v1/boletas/-1${file}`, tenant.credentials),
      await seen(`/v1/boletas/01${file}`, tenant.credentials),
      await seen(`/v1/boletas/1e3${file}`, tenant.credentials),
      await seen(`/v1/boletas/uno${file}`, tenant.credentials),
      await seen(`/v1/boletas/${'9'.repeat(400)}${file}`, tenant.credentials),
      await seen(`/v1/boletas/%00${file}`, tenant.credentials),
      await seen(`/v1/boletas/1%20or%201=1${file}`, tenant.credentials),
    ]);
    expect(answers.size).toBe(1);
    expect([...answers][0]).toContain('documento_no_encontrado');
  }
});

test('a file that does not exist yet has a code of its own', async () => {
  const { api, tenant } = fixture;
  for (const file of ['xml', 'cdr', 'pdf']) {
    const reply = await api.get(`/v1/boletas/${id}/${file}`, tenant.credentials);
    expect([reply.status, reply.json.codigo]).toEqual([404, 'archivo_no_disponible']);
    expect(reply.headers['retry-after']).toBe('1');
  }
  const { id: other } = (await api.boleta(tenant.credentials)).json.datos;
  await sign(api, tenant, other);
  expect((await api.get(`/v1/boletas/${other}/xml`, tenant.credentials)).status).toBe(200);
  expect((await api.get(`/v1/boletas/${other}/cdr`, tenant.credentials)).json.codigo).toBe(
    'archivo_no_disponible',
  );
});

test('the longer a document waits, the later its caller is told to ask for a file', async () => {
  const { api, tenant } = fixture;
  const { id: old } = (await api.boleta(tenant.credentials)).json.datos;
  await api.db.pool.query(
    // the trigger that protects documents does not run for replicas
    `BEGIN; SET LOCAL session_replication_role = replica;
      UPDATE documents SET created_at = now() - interval '5 minutes' WHERE id = ${old}; COMMIT`,
  );
  const reply = await api.get(`/v1/boletas/${old}/xml`, tenant.credentials);
  expect([reply.status, reply.headers['retry-after']]).toEqual([404, '30']);
});

test('while a person decides, the caller is not told to ask for a file again', async () => {
  const { api, tenant } = fixture;
  const { id: held } = (await api.boleta(tenant.credentials)).json.datos;
  await api.db.pool.query(
    `UPDATE "references" SET state = 'review' FROM documents d
      WHERE d.id = $1 AND d.business_id = "references".business_id AND d.reference = key`,
    [held],
  );
  for (const file of ['xml', 'cdr', 'pdf']) {
    const reply = await api.get(`/v1/boletas/${held}/${file}`, tenant.credentials);
    expect([reply.status, reply.json.codigo]).toEqual([404, 'archivo_no_disponible']);
    expect(reply.headers['retry-after']).toBeUndefined();
  }
});

test('a document that was discarded unsigned has no file, and none to wait for', async () => {
  const { api, tenant } = fixture;
  const { id: other } = (await api.boleta(tenant.credentials)).json.datos;
  await discard(api, tenant, other);
  const { json } = await api.get(`/v1/boletas/${other}`, tenant.credentials);
  expect(json.datos).toMatchObject({ sustento: 'personas', en_espera_de: null, hash: null });
  for (const [file, codigo] of [
    ['xml', 'archivo_no_emitido'],
    ['pdf', 'archivo_no_emitido'],
    ['pdf?format=ticket-80', 'archivo_no_emitido'],
    ['cdr', 'cdr_no_emitido'],
  ]) {
    const reply = await api.get(`/v1/boletas/${other}/${file}`, tenant.credentials);
    expect([file, reply.status, reply.json.codigo]).toEqual([file, 404, codigo]);
    expect(reply.headers['retry-after']).toBeUndefined();
  }
});

test.each([
  ['accepted', 'presumed', 'cdr_presumido'],
  ['accepted', 'consult', 'cdr_no_recuperado'],
  ['accepted', 'person', 'cdr_no_recuperado'],
  ['rejected', 'fault', 'cdr_no_emitido'],
])('a CDR that will never come has a code of its own: %s, %s', async (state, evidence, codigo) => {
  const { api, tenant } = fixture;
  const { id: other } = (await api.boleta(tenant.credentials)).json.datos;
  await sign(api, tenant, other);
  await api.db.pool.query(
    'UPDATE outcomes SET state = $2, evidence = $3, settled_at = now() WHERE document_id = $1',
    [other, state, evidence],
  );
  const reply = await api.get(`/v1/boletas/${other}/cdr`, tenant.credentials);
  expect([reply.status, reply.json.codigo]).toEqual([404, codigo]);
  expect(reply.headers['retry-after']).toBeUndefined();
  const { json } = await api.get(`/v1/boletas/${other}`, tenant.credentials);
  const words: Record<string, string> = {
    presumed: 'presumido',
    consult: 'consulta_integrada',
    person: 'personas',
    fault: 'respuesta_sin_cdr',
  };
  expect(json.datos).toMatchObject({
    sustento: words[evidence],
    fiscal: { estado: state === 'accepted' ? 'aceptado' : 'rechazado' },
  });
});

test('a CDR that waits for the file store is answered as not available yet', async () => {
  const { api, tenant } = fixture;
  const { id: other } = (await api.boleta(tenant.credentials)).json.datos;
  await settleWithoutCdr(api, tenant, other);
  const cdr = async () => {
    const { status, json } = await api.get(`/v1/boletas/${other}/cdr`, tenant.credentials);
    return [status, json.codigo, json.mensaje];
  };
  expect(await cdr()).toEqual([404, 'cdr_no_recuperado', expect.any(String)]);
  const said = {
    state: 'accepted',
    code: '0',
    description: 'aceptada',
    notes: [],
    signature: 'valid',
  } as const;
  const fence = { documentId: other, businessId: tenant.id, attempt: 1, worker: 'test' };
  await keepPendingCdr(
    api.db,
    fence,
    { sha256: Buffer.alloc(32, 4), bytes: 9, sealed: Buffer.from('sealed') },
    said,
  );
  expect(await cdr()).toEqual([404, 'archivo_no_disponible', expect.stringContaining('todavía')]);
});

test('a damaged file has a code of its own and raises one alarm for all calls', async () => {
  const { api, tenant } = fixture;
  const { id: other } = (await api.boleta(tenant.credentials)).json.datos;
  await settle(api, tenant, other);
  const { rows } = await api.db.pool.query<{ kind: string; key: string }>(
    'SELECT kind, object_key AS key FROM files WHERE document_id = $1',
    [other],
  );
  const keys = Object.fromEntries(rows.map(({ kind, key }) => [kind, key])) as Record<
    'xml' | 'cdr',
    string
  >;
  await corruptFile(api.filesDir, keys.cdr);
  for (let i = 0; i < 3; i++) {
    const reply = await api.get(`/v1/boletas/${other}/cdr`, tenant.credentials);
    expect([reply.status, reply.json.codigo]).toEqual([404, 'archivo_danado']);
    expect(reply.json.mensaje).not.toMatch(/más tarde/);
  }
  expect((await api.get(`/v1/boletas/${other}/xml`, tenant.credentials)).status).toBe(200);
  expect(api.alarms().filter(({ file }) => file === keys.cdr)).toHaveLength(1);
  const told = async () => (await api.get('/readyz', {})).text;
  await waitFor('/readyz to name damaged files', async () =>
    (await told()).includes('"archivos_danados: '),
  );
  expect((await api.get('/readyz', {})).status).toBe(200);
  await corruptFile(api.filesDir, keys.cdr);
  expect((await api.get(`/v1/boletas/${other}/cdr`, tenant.credentials)).status).toBe(200);
});

test('a stored file that is gone is answered as one that no repetition brings back', async () => {
  const { api, tenant } = fixture;
  const { id: other } = (await api.boleta(tenant.credentials)).json.datos;
  await settle(api, tenant, other);
  const gone = `${tenant.ruc}/2026-01-01/${other}-gone.zip`;
  await api.db.pool.query(
    `UPDATE files SET object_key = $2 WHERE document_id = $1 AND kind = 'cdr'`,
    [other, gone],
  );
  const reply = await api.get(`/v1/boletas/${other}/cdr`, tenant.credentials);
  expect([reply.status, reply.json.codigo]).toEqual([404, 'archivo_danado']);
  expect(reply.json.mensaje).toMatch(/falta/);
  await waitFor('/readyz to name files that are missing', async () =>
    (await api.get('/readyz', {})).text.includes('"archivos_danados: '),
  );
  expect(api.alarms().filter(({ file }) => file === gone)).toHaveLength(1);
});

test('another business does not get the files of a document', async () => {
  const { api, tenant } = fixture;
  const { id: other } = (await api.boleta(tenant.credentials)).json.datos;
  await settle(api, tenant, other);
  for (const file of ['xml', 'cdr', 'pdf']) {
    expect((await api.get(`/v1/boletas/${other}/${file}`, tenant.credentials)).status).toBe(200);
    expect((await api.get(`/v1/boletas/${other}/${file}`, stranger.credentials)).json.codigo).toBe(
      'documento_no_encontrado',
    );
  }
});

test.each([
  '/v1',
  '/v1/',
  '/v2/boletas',
  '/boletas',
  '/V1/boletas',
  '/v1/Boletas',
  '/v1/boletas/',
  '/v1/notas',
  '/v1/boletas/1/',
  '/v1/boletas/1/txt',
  '/v1/boletas/1/xml/2',
  '//v1/boletas',
  '/v1/boletas/%ff',
  '/docs/nada',
  '/favicon.ico',
  '/healthz/',
  '/..%2f..%2fetc',
])('%s is not a route, with or without credentials', async (path) => {
  const { api, tenant } = fixture;
  for (const headers of [{}, tenant.credentials])
    for (const method of ['GET', 'POST', 'DELETE']) {
      const reply = await api.call({ method, path, headers });
      expect([reply.status, reply.json.codigo]).toEqual([404, 'ruta_no_encontrada']);
    }
});

test('a 404 to HEAD has no body', async () => {
  const { api, tenant } = fixture;
  const reply = await api.call({
    method: 'HEAD',
    path: '/v1/boletas/9',
    headers: tenant.credentials,
  });
  expect([reply.status, reply.bytes.length]).toEqual([404, 0]);
});
