/**
 * Clients that are generated from the served description compile, and issue, wait, read and
 * download; a linter of the field finds no fault in it.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import type { Calls } from '../support/api.js';
import { send } from '../support/httpClient.js';
import { aReference, today } from '../support/saleBody.js';
import { createTenant, type Tenant } from '../support/tenant.js';
import { startEnvironment, type TestEnvironment } from '../support/testEnvironment.js';
import { generateClients, runClient } from './generatedClients.js';

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

test.each([
  ['openapiFetch', 118],
  ['heyApi', 116.82],
])('the client of %s issues, waits, reads and downloads', async (program, total) => {
  const seen = await runClient(folder, program, {
    RAFAGA_URL: `http://127.0.0.1:${api.port}/v1`,
    RAFAGA_API_KEY: tenant.credentials['X-Api-Key'] as string,
    RAFAGA_API_SECRET: tenant.credentials['X-Api-Secret'] as string,
    REFERENCE: aReference(),
    TODAY: today(),
  });
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
