/** Starts the API as the owner of the tables, as older installations do, and as its role. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startApi } from '@rafaga/api/start';
import { createLogger } from '@rafaga/runtime';
import { type OwnServers, ownServers } from '../support/servers.js';
import { apiSettings } from '../support/settings.js';
import { waitFor } from '../support/waitFor.js';

let servers: OwnServers;
beforeAll(async () => {
  servers = await ownServers();
});
afterAll(() => servers.drop());

/** @returns the warnings of an API from its start until it is ready to stop */
async function warningsOf(databaseUrl?: string): Promise<string[]> {
  const log = createLogger('api', { level: 'warn' });
  const lines: string[] = [];
  for (const transport of log.transports) transport.silent = true;
  log.on('data', (line) => lines.push(String(line.message)));
  const settings = apiSettings({ ...servers, filesDir: `/tmp/rafaga-owner-${process.pid}` });
  const api = await startApi({ ...settings, ...(databaseUrl && { databaseUrl }) }, log);
  await waitFor('the API to be ready', async () => {
    const answer = await fetch(`http://127.0.0.1:${api.port}/readyz`);
    return answer.ok;
  });
  await api.stop();
  return lines.filter((line) => line.includes('dueño de las tablas'));
}

test('an API that connects as the owner works, and logs it once', async () => {
  expect(await warningsOf(servers.databaseUrl)).toHaveLength(1);
});

test('an API that connects with its role logs nothing about it', async () => {
  expect(await warningsOf()).toEqual([]);
});
