/** Tests the program of the image `migrate`: beside another one, and with wrong settings. */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createDatabase, dropDatabase, withClient } from './database.mjs';

const url = Object.assign(new URL(process.env.DATABASE_URL), {
  pathname: `/test_${randomUUID().replaceAll('-', '')}`,
}).href;

beforeAll(() => createDatabase(url));
afterAll(() => dropDatabase(url));

/** @returns its exit code and what it says of faults */
async function migrate(env, ...words) {
  const program = spawn(process.execPath, [path.join(import.meta.dirname, 'main.mjs'), ...words], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [said, [code]] = await Promise.all([text(program.stderr), once(program, 'exit')]);
  return { code, said };
}

test.each([
  [{ DATABASE_URL: '' }, [], 'DATABASE_URL (o DATABASE_URL_FILE) debe ser'],
  [{ DATABASE_URL: 'localhost' }, [], 'DATABASE_URL (o DATABASE_URL_FILE) debe ser'],
  [{ DATABASE_URL: '', DATABASE_URL_FILE: '/none' }, [], 'DATABASE_URL_FILE nombra un archivo'],
  [{ DATABASE_URL: url }, ['--contraerr'], 'migrate no conoce «--contraerr»'],
])('with %j and %j it says what is wrong, and changes nothing', async (env, words, sentence) => {
  const { code, said } = await migrate(env, ...words);
  expect({ code, said }).toEqual({ code: 1, said: expect.stringMatching(/^[^\n]+\n$/) });
  expect(said).toContain(sentence);
  const { rowCount } = await withClient(url, (client) =>
    client.query("SELECT FROM pg_tables WHERE schemaname = 'public'"),
  );
  expect(rowCount).toBe(0);
});

test('two at once on one empty database both end well', async () => {
  const both = await Promise.all([1, 2].map(() => migrate({ DATABASE_URL: url })));
  expect(both.map(({ code }) => code)).toEqual([0, 0]);
}, 120_000);
