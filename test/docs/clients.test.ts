/**
 * Clients that are generated from the served description compile, and issue, wait, read and
 * download; those of /docs that repeat a sale lose and double none through cut connections.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import type { Calls } from '../support/api.js';
import { type Cut, startFaultProxy } from '../support/faultProxy.js';
import { send } from '../support/httpClient.js';
import { aReference, TODAY } from '../support/saleBody.js';
import { seededRandom } from '../support/seededRandom.js';
import { createTenant, type Tenant } from '../support/tenant.js';
import { startEnvironment, type TestEnvironment } from '../support/testEnvironment.js';
import { generateClients, runClient } from './generatedClients.js';
import { missing, runnable, runProgram } from './interpreters.js';
import { idIn, PAUSE, programsOf } from './pagePrograms.js';

let environment: TestEnvironment;
let api: Calls;
let tenant: Tenant;
let folder: string;
let description: string;

beforeAll(async () => {
  environment = await startEnvironment();
  api = await environment.api();
  await environment.work();
  tenant = await createTenant(environment.db);
  folder = await mkdtemp(path.join(tmpdir(), 'rafaga-clients-'));
  description = (await send(api.port, { path: '/v1/openapi.json' })).text;
  await generateClients(folder, description);
});
afterAll(async () => {
  await environment.stop();
  await rm(folder, { recursive: true });
});

const access = ({ credentials }: Tenant, port: number): Record<string, string> => ({
  RAFAGA_URL: `http://127.0.0.1:${port}/v1`,
  RAFAGA_API_KEY: credentials['X-Api-Key'] as string,
  RAFAGA_API_SECRET: credentials['X-Api-Secret'] as string,
});

test.each([
  ['openapiFetch', 118],
  ['heyApi', 116.82],
])('the client of %s issues, waits, reads and downloads', async (program, total) => {
  const own = { REFERENCE: aReference(), TODAY };
  const seen = await runClient(folder, program, { ...access(tenant, api.port), ...own });
  expect(seen).toEqual({
    id: expect.any(Number),
    state: 'aceptado',
    awaited: null,
    total,
    lines: 1,
    pdf: '%PDF',
    cdr: 'PK',
    faults: ['items'],
    unchanged: 304,
  });
});

test('a linter finds no fault in the description', async () => {
  // the terms of use are the operator's; a test of the description validates its examples
  const config = await createConfig({
    extends: ['recommended'],
    rules: { 'info-license': 'off', 'no-invalid-media-type-examples': 'off' },
  });
  const faults = await lintFromString({ source: description, absoluteRef: 'openapi.json', config });
  expect(faults.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
});

const SALES = 8;
const run = [...runnable(), ...missing().map((id) => `(not here: ${id})`)].join(', ');
/** About the bytes of a request and of an answer, so that some cuts come after them. */
const LENGTHS = { request: 1_200, answer: 2_600 };

test(`programs that repeat issue each sale once through cut connections: ${run}`, async () => {
  const till = await createTenant(environment.db);
  const page = (await send(api.port, { path: '/docs' })).text;
  const proxy = await startFaultProxy(`http://127.0.0.1:${api.port}`);
  const cuts = randomCuts(Date.now());
  proxy.cut(cuts.choose);
  const issueAll = async (language: string): Promise<number[]> => {
    const program = programsOf(page, language).find((text) => PAUSE.test(text)) as string;
    const ids: number[] = [];
    for (let sale = 0; sale < SALES; sale += 1) {
      const cwd = await mkdtemp(path.join(folder, `${language}-`));
      const text = program
        .replace(PAUSE, (pause) => pause.replace('1', '0'))
        .replace(/ejemplo-[\w-]+/, aReference());
      const output = await runProgram(language, text, { env: access(till, proxy.port), cwd });
      ids.push(idIn(output));
    }
    return ids;
  };
  const ids = (await Promise.all(runnable().map(issueAll))).flat();
  await proxy.stop();
  const { rows } = await environment.db.pool.query(
    'SELECT id FROM documents WHERE business_id = $1 ORDER BY id',
    [till.id],
  );
  expect({ seed: cuts.seed, ids: ids.toSorted((a, b) => a - b) }).toEqual({
    seed: cuts.seed,
    ids: rows.map(({ id }) => Number(id)),
  });
  expect(cuts.made).toMatchObject({ request: expect.any(Number), answer: expect.any(Number) });
  const documents = await environment.untilEnded(ids);
  expect(documents.map(({ outcome }) => outcome?.state)).toEqual(ids.map(() => 'accepted'));
});

/** Cuts two of three connections, in either direction. */
function randomCuts(seed: number) {
  const random = seededRandom(seed);
  const made: Partial<Record<Cut['direction'], number>> = {};
  const choose = (): Cut | undefined => {
    if (random() < 1 / 3) return undefined;
    const direction = random() < 0.5 ? 'request' : 'answer';
    made[direction] = (made[direction] ?? 0) + 1;
    return { direction, bytes: Math.floor(random() * LENGTHS[direction]) };
  };
  return { seed, made, choose };
}
