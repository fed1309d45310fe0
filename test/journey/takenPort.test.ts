/** Each program whose port another one has ends with one sentence that names the variable. */
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from '@jest/globals';
import { programUrl } from '../../packages/migrate/privileges/roles.mjs';
import { startNode } from '../support/program.js';
import { programOf } from '../support/programs.mjs';

test.each([
  ['api', 'API_PORT'],
  ['api', 'API_HEALTH_PORT'],
  ['panel', 'PANEL_PORT'],
  ['panel', 'PANEL_HEALTH_PORT'],
  ['worker', 'WORKER_HEALTH_PORT'],
] as const)('%s, by %s', async (program, variable) => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const started = startNode(programOf(program), {
    ...process.env,
    DATABASE_URL: programUrl(process.env.DATABASE_URL as string, program),
    LOG_LEVEL: 'error',
    API_PORT: '0',
    PANEL_PORT: '0',
    // leaves out the second process of a worker
    RAFAGA_QUEUES: 'print',
    [variable]: String(port),
  });
  expect([await started.ended, started.output()]).toEqual([
    2,
    `El puerto ${port} está ocupado: elige otro con ${variable}.\n`,
  ]);
  other.close();
});
