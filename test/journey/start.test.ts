/**
 * Tests `npm start` as a whole: a boleta and a factura are issued and accepted, killed processes
 * restart, and no process is left behind.
 */
import { execFileSync } from 'node:child_process';
import { readlinkSync, renameSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { DOMParser } from '@xmldom/xmldom';
import { SignedXml } from 'xml-crypto';
import { clusterOf } from '../../packages/servers/clusterFolder.mjs';
import { type Demo, isAlive, type NpmStart, newHome, runNpmStart } from '../support/npmStart.js';
import { waitFor } from '../support/waitFor.js';
import { createCaller, type DocumentRecord } from './caller.js';

const XMLDSIG = 'http://www.w3.org/2000/09/xmldsig#';

const data = newHome();
let npmStart: NpmStart;
let demo: Demo;
let caller: ReturnType<typeof createCaller>;
let kept: DocumentRecord;
let olderDatabase: string;

beforeAll(async () => {
  npmStart = runNpmStart(data, { RAFAGA_API: '2' });
  demo = await npmStart.ready();
  caller = createCaller(demo);
});
afterAll(async () => {
  npmStart.process.kill('SIGTERM');
  await npmStart.ended;
  for (const home of [data, `${data}-wrong`]) {
    // may be outside the home
    rmSync(clusterOf(home), { recursive: true, force: true });
    rmSync(home, { recursive: true, force: true });
  }
});

/** Whether all references and the signature are valid, with the certificate in the document. */
function isSigned(xml: string): boolean {
  const [signature] = new DOMParser()
    .parseFromString(xml, 'text/xml')
    .getElementsByTagNameNS(XMLDSIG, 'Signature');
  const verifier = new SignedXml({ getCertFromKeyInfo: SignedXml.getCertFromKeyInfo });
  verifier.loadSignature(String(signature));
  try {
    return verifier.checkSignature(xml);
  } catch {
    return false;
  }
}

/** Where the PostgreSQL of npm start keeps its files: it runs in that folder. */
const databaseFolder = () => readlinkSync(`/proc/${pidOf('PostgreSQL')}/cwd`);

const pidsOf = (running: NpmStart) => running.children().map(({ pid }) => pid);
const pidOf = (name: string) => npmStart.children().find((child) => child.name === name)?.pid ?? 0;

test('a fresh start shows a boleta and a factura accepted, their history and their files', () => {
  const said = npmStart.output();
  for (const [word, name] of [
    ['Boleta', 'B001-1'],
    ['Factura', 'F001-1'],
  ])
    expect(said).toMatch(
      new RegExp(
        `${name} registrada.*\\n\\n${word} +${name}\\n[^]*?Estado +aceptado · 0[^]*?Historia`,
      ),
    );
  expect(said).toMatch(/En disco: .*B001-1\.xml, .*R-.*B001-1\.zip, .*B001-1\.pdf/);
});

test('a fresh start writes addresses and credentials to demo.json for its owner alone', () => {
  expect(demo).toEqual({
    base_url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/v1$/),
    panel_url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    simulator_url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    panel: { email: expect.stringMatching(/@/), password: expect.stringMatching(/^.{16,}$/) },
    business: {
      ruc: expect.stringMatching(/^20\d{9}$/),
      razon_social: expect.any(String),
      api_key: expect.any(String),
      api_secret: expect.any(String),
      series: { boletas: ['B001'], facturas: ['F001'] },
    },
  });
  expect(statSync(path.join(data, 'demo.json')).mode & 0o777).toBe(0o600);
});

test('the user in demo.json signs in to the panel without a second factor', async () => {
  const login = `${demo.panel_url}/ingresar`;
  const shown = await fetch(login);
  const cookie = shown.headers.get('set-cookie')?.split(';')[0] ?? '';
  const [, token = ''] = /name="ficha" value="([^"]+)"/.exec(await shown.text()) ?? [];
  const body = new URLSearchParams({
    ficha: token,
    correo: demo.panel.email,
    clave: demo.panel.password,
  });
  const answer = await fetch(login, {
    method: 'POST',
    body,
    headers: { cookie },
    redirect: 'manual',
  });
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/']);
});

test('a second start in the same home is refused in one sentence', async () => {
  const second = runNpmStart(data);
  expect(await second.ended).toBe(1);
  expect(second.output().trim().split('\n')).toEqual([
    expect.stringContaining(`proceso ${npmStart.process.pid}`),
  ]);
});

describe.each(['boletas', 'facturas'] as const)('one of %s, through the public API', (kind) => {
  let record: DocumentRecord;

  test('is recorded at once and accepted soon', async () => {
    const answer = await caller.issue(kind, `journey-${kind}`);
    expect(answer.status).toBe(201);
    const { datos } = (await answer.json()) as { datos: DocumentRecord };
    expect(datos.fiscal.estado).toBe('pendiente');
    record = await caller.settled(kind, datos.id);
    expect(record.fiscal).toMatchObject({ estado: 'aceptado', codigo: '0' });
  });

  test('is never issued twice', async () => {
    const again = await caller.issue(kind, `journey-${kind}`);
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([201, 'true']);
    expect(((await again.json()) as { datos: DocumentRecord }).datos.id).toBe(record.id);
  });

  test('gives its PDF and its CDR', async () => {
    const pdf = await caller.file(record.archivos.pdf);
    expect(pdf).toMatchObject({
      type: 'application/pdf',
      name: expect.stringMatching(/^\d{11}-0[13]-[BF]001-\d+\.pdf$/),
    });
    expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-');
    const cdr = await caller.file(record.archivos.cdr);
    expect(cdr).toMatchObject({ type: 'application/zip' });
    expect(cdr.bytes.subarray(0, 2).toString()).toBe('PK');
  });

  test('has a signature that an independent library verifies', async () => {
    const { bytes, type } = await caller.file(record.archivos.xml);
    expect(type).toMatch(/^application\/xml/);
    const xml = bytes.toString('utf8');
    expect(isSigned(xml)).toBe(true);
    expect(isSigned(xml.replace('tostado', 'molido'))).toBe(false);
  });
});

describe('a killed process', () => {
  test.each([
    'PostgreSQL',
    'Redis',
    'La API 1',
    'La API 2',
    'El worker',
    'El panel',
    'El simulador de SUNAT',
  ])('%s is restarted, and the output reports it', async (name) => {
    const before = pidOf(name);
    process.kill(before, 'SIGKILL');
    await waitFor(`the end of ${name} to be told`, () =>
      npmStart.output().includes(`${name} (proceso ${before}) terminó: SIGKILL`),
    );
    await waitFor(
      `${name} to run again`,
      () =>
        npmStart
          .output()
          .split(`proceso ${before}`)[1]
          ?.includes(`${name} está otra vez en marcha`) ?? false,
    );
    expect(pidOf(name)).not.toBe(before);
  });

  test('after the restarts a boleta is issued and accepted', async () => {
    // the same reference again, as the specification tells a caller
    const answer = await waitFor(
      'an answer other than 503',
      async () => {
        const given = await caller.issue('boletas', 'journey-after');
        return given.status !== 503 && given;
      },
      { everyMs: 1_000 },
    );
    expect(answer.status).toBe(201);
    const { datos } = (await answer.json()) as { datos: DocumentRecord };
    kept = await caller.settled('boletas', datos.id);
    expect(kept.fiscal.estado).toBe('aceptado');
  });

  test('is restarted also when nothing reads the output any more, as after head', async () => {
    npmStart.process.stdout?.destroy();
    const before = pidOf('El panel');
    process.kill(before, 'SIGKILL');
    await waitFor('El panel to run again', () => ![0, before].includes(pidOf('El panel')));
    expect(isAlive(npmStart.process.pid ?? 0)).toBe(true);
  });
});

/** Kills npm start as it was started, until none of its processes is left. */
async function killed(): Promise<void> {
  const pids = pidsOf(npmStart);
  npmStart.process.kill('SIGKILL');
  await waitFor('every process to be gone', () => !pids.some(isAlive));
}

describe('the end of a run', () => {
  test('SIGKILL of node leaves no process, and the next start has the same data', async () => {
    const folder = databaseFolder();
    await killed();
    olderDatabase = `${folder}-copy`;
    execFileSync('cp', ['-a', folder, olderDatabase]);
    npmStart = runNpmStart(data, {}, 'npm');
    const before = demo.business;
    demo = await npmStart.ready();
    expect(demo.business).toEqual(before);
    caller = createCaller(demo);
    expect(await caller.read('boletas', kept.id)).toEqual(kept);
  });

  test('SIGKILL of npm leaves no process either', async () => {
    const folder = databaseFolder();
    await killed();
    rmSync(folder, { recursive: true });
    renameSync(olderDatabase, folder);
  });

  test('over an older database, the next start issues nothing and names the command', async () => {
    npmStart = runNpmStart(data);
    expect((await npmStart.ready()).business).toEqual(demo.business);
    expect(npmStart.output()).toMatch(/Modo restauración:.*\n.*rafaga -- restaurar/);
    const refused = await createCaller(demo).issue('boletas', 'journey-restored');
    expect([refused.status, await refused.json()]).toMatchObject([503, { codigo: 'restauracion' }]);
  });

  test('SIGTERM leaves no process', async () => {
    const pids = pidsOf(npmStart);
    npmStart.process.kill('SIGTERM');
    expect(await npmStart.ended).toBe(0);
    expect(pids.filter(isAlive)).toEqual([]);
  });
});

describe('a wrong setting is one sentence that names it', () => {
  test.each([
    ['API_PORT', 'abc'],
    ['SIMULATOR_PORT', '70000'],
    ['RAFAGA_API', '0'],
    ['RAFAGA_WORKERS', 'many'],
    ['DATABASE_URL', 'mysql://127.0.0.1/x'],
    ['REDIS_URL', 'nowhere'],
    ['LOG_LEVEL', 'loud'],
  ])('%s=%s', async (name, value) => {
    const refused = runNpmStart(`${data}-wrong`, { [name]: value });
    expect(await refused.ended).toBe(1);
    expect(refused.output().trim().split('\n')).toEqual([expect.stringContaining(name)]);
  });

  test('a port that is set explicitly and in use', async () => {
    const holder = createServer();
    await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve));
    const { port } = holder.address() as { port: number };
    const refused = runNpmStart(`${data}-wrong`, { API_PORT: String(port) });
    expect(await refused.ended).toBe(1);
    expect(refused.output().trim().split('\n')).toEqual([
      expect.stringMatching(new RegExp(`${port}.*API_PORT`)),
    ]);
    holder.close();
  });
});
