/**
 * What /docs shows works as it is pasted: every sample, in every language that this machine can
 * run, is issued and accepted by the simulated authority.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { LANGUAGES, SAMPLES, SIMULATOR_CLIENTS } from '@rafaga/contract';
import type { Browser } from 'playwright-core';
import { OUTCOMES } from '../../apps/simulator/src/script/outcomes.js';
import { aChromium, openWindow } from '../browser/chromium.js';
import { inspect } from '../browser/inspect.js';
import type { Calls } from '../support/api.js';
import { type Reply, send } from '../support/httpClient.js';
import { createTenant, type Tenant } from '../support/tenant.js';
import {
  inReview,
  settled,
  startEnvironment,
  type TestEnvironment,
} from '../support/testEnvironment.js';
import { runnable, runProgram } from './interpreters.js';
import { idIn, isIssue, programsOf } from './pagePrograms.js';

let environment: TestEnvironment;
let api: Calls;
let tenant: Tenant;
let cwd: string;
let page: string;
let chromium: Browser | undefined;

beforeAll(async () => {
  environment = await startEnvironment();
  api = await environment.api();
  await environment.work();
  tenant = await createTenant(environment.db, { exonerationAllowed: true });
  cwd = await mkdtemp(path.join(tmpdir(), 'rafaga-docs-'));
  page = (await api.get('/docs', {})).text;
});
afterAll(async () => {
  await chromium?.close();
  await environment.stop();
  await rm(cwd, { recursive: true });
});

const run = (language: string, text: string): Promise<string> => {
  const env = {
    RAFAGA_URL: `http://127.0.0.1:${api.port}/v1`,
    RAFAGA_API_KEY: tenant.credentials['X-Api-Key'] as string,
    RAFAGA_API_SECRET: tenant.credentials['X-Api-Secret'] as string,
  };
  return runProgram(language, text, { env, cwd });
};

test('every sample of the page is accepted, and is the same sale in every language', async () => {
  const languages = runnable();
  // these two are wherever the tests run
  expect(languages).toEqual(expect.arrayContaining(['curl', 'javascript']));
  const ids = new Set<number>();
  for (const [index, program] of programsOf(page, 'curl').entries()) {
    if (!isIssue(program)) continue;
    const output = await run('curl', program);
    expect(output).toContain('"estado":"exito"');
    const first = idIn(output);
    const others = languages.filter((language) => language !== 'curl');
    const outputs = await Promise.all(
      others.map((language) => run(language, programsOf(page, language)[index] as string)),
    );
    // a replay has the id of the first; other data would be a 409
    expect(outputs.map(idIn)).toEqual(others.map(() => first));
    ids.add(first);
  }
  expect(ids.size).toBe(SAMPLES.length);
  const documents = await environment.untilEnded([...ids]);
  expect(documents.map(({ outcome }) => outcome?.state)).toEqual([...ids].map(() => 'accepted'));
  expect(documents.flatMap(({ warnings }) => warnings ?? [])).toEqual([]);
});

test.each(LANGUAGES.filter(({ id }) => runnable().includes(id)))(
  'the programs in $name read a record and download its PDF',
  async ({ id: language }) => {
    const { id } = (await api.boleta(tenant.credentials)).json.datos;
    await environment.until(id, settled);
    const [record, pdf] = programsOf(page, language)
      .filter((program) => !isIssue(program))
      .map((program) => program.replace('48213', String(id)));
    expect(await run(language, record as string)).toContain('aceptado');
    await run(language, pdf as string);
    const file = path.join(cwd, 'boleta.pdf');
    expect((await readFile(file)).subarray(0, 5).toString()).toBe('%PDF-');
    await rm(file);
  },
);

test('the clients of the simulator are those of the page', () => {
  const known = Object.values(OUTCOMES).map(({ client, once }) => ({ digits: client, once }));
  const told = SIMULATOR_CLIENTS.map(({ digits, once }) => ({ digits, once }));
  expect(told).toEqual(known.toSorted((a, b) => a.digits.localeCompare(b.digits)));
});

test('the page names the clients whose boletas need Consulta Integrada', () => {
  const needed = Object.values(OUTCOMES).filter(
    (row) => row.once && 'registers' in row && !(row.manner === 'slow' && row.body === 'answer'),
  );
  const told = SIMULATOR_CLIENTS.filter(({ asked }) => asked).map(({ digits }) => digits);
  expect(told).toEqual(needed.map(({ client }) => client).toSorted());
  expect(page).toContain(`${told.join(', ')} se confirma con Consulta Integrada`);
});

test('without Consulta Integrada their boletas wait in review', async () => {
  const till = await createTenant(environment.db, { consult: false });
  const ids = await Promise.all(
    ['08', '12', '13', '16'].map((digits) => issueTo(`999900${digits}`, till)),
  );
  const documents = await environment.untilEnded(ids);
  expect(documents.map(inReview)).toEqual(ids.map(() => true));
});

test('the clients whose answer does not change end as the page says', async () => {
  const constant = SIMULATOR_CLIENTS.filter(({ once }) => !once);
  const ids = await Promise.all(constant.map(({ digits }) => issueTo(`999900${digits}`)));
  const documents = await environment.untilEnded(ids);
  const ends = documents.map((document) =>
    inReview(document) ? 'en_revision' : WORDS[document.outcome?.state ?? 'pending'],
  );
  expect(constant.map(({ digits }, index) => `${digits} ${ends[index]}`)).toEqual(
    constant.map(({ digits, end }) => `${digits} ${end}`),
  );
});

async function issueTo(num_doc: string, { credentials } = tenant): Promise<number> {
  const cliente = { tipo_doc: '1', num_doc, razon_social: 'Cliente del simulador' };
  return (await api.boleta(credentials, { cliente })).json.datos.id;
}

const WORDS: Record<string, string> = { accepted: 'aceptado', rejected: 'rechazado' };

/** A GET without the checks that every described answer gets. */
const get = (from: string, headers: Record<string, string> = {}): Promise<Reply> =>
  send(api.port, { path: from, headers });

test('/ leads to the page', async () => {
  const reply = await get('/');
  expect([reply.status, reply.headers.location]).toEqual([302, '/docs']);
  expect(reply.json).toEqual({ documentacion: '/docs', openapi: '/v1/openapi.json' });
});

test.each(['/docs', '/v1/openapi.json'])('%s is compressed, and is sent once', async (from) => {
  const plain = await get(from);
  const packed = await get(from, { 'Accept-Encoding': 'gzip, br' });
  expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
  expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 3);
  expect(gunzipSync(packed.bytes).equals(plain.bytes)).toBe(true);
  expect(plain.headers.etag).not.toBe(packed.headers.etag);
  const again = { 'Accept-Encoding': 'gzip', 'If-None-Match': packed.headers.etag as string };
  const known = await get(from, again);
  expect([known.status, known.bytes.length, known.headers.etag]).toEqual([
    304,
    0,
    packed.headers.etag,
  ]);
});

test('the Link of an error leads to its explanation', async () => {
  const reply = await api.get('/v1/boletas/1', tenant.credentials);
  const [, anchor] = /^<\/docs#([^>]+)>; rel="help"$/.exec(reply.headers.link ?? '') ?? [];
  expect(page).toContain(`<article id="${anchor}"`);
});

test('the page has no fault that axe finds, and on a phone its index folds', async () => {
  chromium = await aChromium();
  const { page: shown, complaints } = await openWindow(chromium, `http://127.0.0.1:${api.port}`);
  await shown.goto('/docs');
  expect(await inspect(shown)).toEqual([]);
  await shown.setViewportSize({ width: 375, height: 800 });
  expect(await shown.evaluate('document.documentElement.scrollWidth')).toBe(375);
  const index = shown.getByRole('navigation').getByRole('link', { name: 'Cómo se anula' });
  expect(await index.isVisible()).toBe(false);
  await shown.getByLabel('Mostrar el índice').check();
  expect(await index.isVisible()).toBe(true);
  await shown.getByRole('radio', { name: 'PHP' }).check();
  expect(await shown.locator('figure.php').first().isVisible()).toBe(true);
  expect(await shown.locator('figure:not(.php):visible').count()).toBe(0);
  await shown.getByRole('link', { name: /^Buscar un código/ }).click();
  expect(await inspect(shown)).toEqual([]);
  await shown.getByRole('searchbox').fill('litro');
  await shown.getByRole('button', { name: 'Buscar' }).click();
  expect(await shown.getByRole('status').textContent()).toBe('2 códigos.');
  expect(complaints).toEqual([]);
});
