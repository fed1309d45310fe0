/** rafaga verificar finds changed, missing and exchanged files. */
import { writeFileSync } from 'node:fs';
import { mkdir, symlink, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestApi, type TestApi } from '../support/api.js';
import { aBusiness, type TestBusiness } from '../support/business.js';
import { aHome, type Run, rafagaIn } from '../support/cli.js';
import { corruptFile, exchange, locateFile } from '../support/packedFile.js';
import { settle } from '../support/settle.js';

let api: TestApi;
let tenant: TestBusiness;
let rafaga: (...words: string[]) => Promise<Run>;

beforeAll(async () => {
  api = await startTestApi();
  tenant = await aBusiness(api.db);
  const home = aHome();
  await symlink(api.filesDir, path.join(home, 'files'));
  rafaga = rafagaIn(home);
});
afterAll(() => api.stop());

interface Kept {
  id: number;
  key: string;
}

/** The stored XML files of three settled documents, in the order in which they were stored. */
async function threeFiles(): Promise<[Kept, Kept, Kept]> {
  const ids: number[] = [];
  for (let i = 0; i < 3; i++) {
    const { id } = (await api.boleta(tenant.credentials)).json.datos;
    await settle(api, tenant, id);
    ids.push(id);
  }
  const { rows } = await api.db.pool.query(
    `SELECT document_id, object_key FROM files WHERE kind = 'xml' AND document_id = ANY ($1) ` +
      `ORDER BY document_id`,
    [ids],
  );
  return rows.map(
    ({ document_id, object_key }): Kept => ({ id: Number(document_id), key: object_key }),
  ) as [Kept, Kept, Kept];
}

test('verificar lists changed, missing and exchanged files, and exits with 1', async () => {
  const [first, second, third] = await threeFiles();
  const well = await rafaga('verificar', '--ruc', tenant.ruc);
  expect(well).toMatchObject({
    code: 0,
    stderr: '',
    stdout: expect.stringMatching(/^Todo está como se guardó: 6 archivos, /),
  });

  await exchange(api.filesDir, first.key, second.key);
  // as in a backup from before the third file was stored
  const { file, offset } = locateFile(api.filesDir, third.key);
  await truncate(file, offset);
  const wrong = await rafaga('verificar', '--ruc', tenant.ruc, '--json');
  expect(wrong.code).toBe(1);
  const { archivos, mal } = JSON.parse(wrong.stderr);
  expect([archivos, mal.length]).toEqual([6, 4]);
  expect(mal).toEqual(
    expect.arrayContaining([
      { documento_id: first.id, archivo: first.key, por_que: 'sus bytes cambiaron' },
      { documento_id: second.id, archivo: second.key, por_que: 'sus bytes cambiaron' },
      { documento_id: third.id, archivo: third.key, por_que: 'no está' },
      { documento_id: third.id, archivo: expect.stringContaining('test.cdr'), por_que: 'no está' },
    ]),
  );

  await truncate(file, offset + 30);
  const told = await rafaga('verificar', '--ruc', tenant.ruc);
  expect(told).toMatchObject({ code: 1, stdout: '' });
  expect(told.stderr).toContain('4 archivos no están como se guardaron, de 6 archivos');
  expect(told.stderr).toContain(`${third.key}: sus bytes cambiaron`);
});

test('a lost CDR is put back by a file with its bytes, and by no other', async () => {
  const { id } = (await api.boleta(tenant.credentials)).json.datos;
  const { xml, cdr } = await settle(api, tenant, id);
  const { rows } = await api.db.pool.query(
    `SELECT object_key FROM files WHERE kind = 'cdr' AND document_id = $1`,
    [id],
  );
  await corruptFile(api.filesDir, rows[0].object_key);
  const folder = aHome();
  const attach = (name: string, content: Buffer) => {
    const file = path.join(folder, name);
    writeFileSync(file, content);
    return rafaga('documento', 'cdr', String(id), file);
  };
  const named = async () => {
    const { stdout, stderr } = await rafaga('verificar', '--ruc', tenant.ruc, '--json');
    return JSON.parse(stdout || stderr).mal.some(
      (wrong: { documento_id: number }) => wrong.documento_id === id,
    );
  };
  expect(await named()).toBe(true);
  expect(await attach('otra.zip', xml)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('este archivo no tiene sus bytes'),
  });
  expect(await named()).toBe(true);
  expect(await attach('R.zip', cdr)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('Constancia repuesta'),
  });
  expect(await named()).toBe(false);
  expect((await attach('R.zip', cdr)).stderr).toContain('ya tiene su constancia');
});

test('bundles of the archive are compared too, those of the business alone', async () => {
  const [own, other] = [await aBusiness(api.db), await aBusiness(api.db)];
  const key = `archivo/2025-01/${own.ruc}/x.zip`;
  const file = path.join(api.filesDir, key);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, 'a bundle');
  await api.db.pool.query(
    `INSERT INTO archive_bundles (business_id, month, sequence, object_key, sha256, bytes,
        documents, signer)
      SELECT id, '2025-01', 1, $2, sha256('a bundle'), 8, 1, 'x' FROM businesses WHERE ruc = $1`,
    [own.ruc, key],
  );
  const well = await rafaga('verificar', '--ruc', own.ruc);
  expect([well.code, well.stdout]).toEqual([0, expect.stringContaining('se guardó: 1 archivo,')]);
  await writeFile(file, 'a bundlf');
  const wrong = await rafaga('verificar', '--ruc', own.ruc, '--json');
  expect([wrong.code, JSON.parse(wrong.stderr).mal]).toEqual([
    1,
    [{ archivo: key, por_que: 'sus bytes cambiaron' }],
  ]);
  expect((await rafaga('verificar', '--ruc', other.ruc)).code).toBe(0);
  await api.db.pool.query('DELETE FROM archive_bundles WHERE object_key = $1', [key]);
});

test('marks that cannot be read are named: what they had is not compared', async () => {
  const home = aHome();
  const run = rafagaIn(home);
  expect((await run('restaurar', '--json')).code).toBe(0);
  await mkdir(path.join(home, 'files/marks'), { recursive: true });
  await writeFile(path.join(home, 'files/marks/a-1.json'), '{"ids"');
  const state = await run('restaurar');
  expect([state.code, state.stdout]).toEqual([1, expect.stringContaining('dañadas: a-1.json')]);
  const json = JSON.parse((await run('restaurar', '--json')).stdout);
  expect(json).toEqual({ abierta: false, marcas_danadas: ['a-1.json'] });
  const other = await aBusiness(api.db);
  const checked = await run('verificar', '--ruc', other.ruc, '--json');
  expect(JSON.parse(checked.stderr).mal).toEqual([
    { archivo: 'marks/a-1.json', por_que: 'está dañado' },
  ]);
});

test('a file that changed in the store is not served', async () => {
  const [{ id, key }] = await threeFiles();
  await corruptFile(api.filesDir, key);
  const reply = await api.get(`/v1/boletas/${id}/xml`, tenant.credentials);
  expect(reply.status).toBe(404);
  expect(reply.bytes.toString()).not.toContain('<Invoice');
});

test('a bucket that does not answer is not taken for the database', async () => {
  const bucket = {
    RAFAGA_S3_BUCKET: 'comprobantes',
    RAFAGA_S3_ENDPOINT: 'http://127.0.0.1:1',
    RAFAGA_S3_REGION: 'us-east-1',
    RAFAGA_S3_ACCESS_KEY_ID: 'x',
    RAFAGA_S3_SECRET_ACCESS_KEY: 'x',
  };
  const { code, stderr } = await rafagaIn(aHome(), bucket)('verificar', '--ruc', tenant.ruc);
  expect(code).toBe(1);
  expect(stderr).toContain(
    'El almacén de archivos no responde en 127.0.0.1:1: conexión rechazada [ECONNREFUSED]',
  );
});
