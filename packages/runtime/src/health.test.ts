/** Tests the answers of /healthz, /readyz and /metrics. */
import type { AddressInfo } from 'node:net';
import { expect, test } from '@jest/globals';
import { answerHealth, answersInTime, type Health, serveHealth } from './health.js';

const well: Health = { alive: () => undefined, ready: async () => [], degraded: () => [] };

const CASES: [string, Health, string, number, object][] = [
  ['all is well', well, '/healthz', 200, { estado: 'bien' }],
  [
    'no progress is a failure of /healthz',
    { ...well, alive: () => 'sin avance hace 40 s' },
    '/healthz',
    503,
    { estado: 'mal', detalle: ['sin avance hace 40 s'] },
  ],
  [
    'an outage of PostgreSQL is no failure of /healthz',
    { ...well, ready: async () => ['postgres'] },
    '/healthz',
    200,
    { estado: 'bien' },
  ],
  [
    'without PostgreSQL the process is not ready',
    { ...well, ready: async () => ['postgres'] },
    '/readyz',
    503,
    { estado: 'mal', detalle: ['postgres'] },
  ],
  [
    'without Redis the process is ready and degraded',
    { ...well, degraded: () => ['redis'] },
    '/readyz',
    200,
    { estado: 'degradado', detalle: ['redis'] },
  ],
];

test.each(CASES)('%s', async (_title, health, path, status, body) => {
  expect(await answerHealth(health, path)).toEqual({ status, body });
});

const ANYWHERE = { name: 'WORKER', port: 0, host: '127.0.0.1' };

test('serveHealth serves both paths, and answers 404 to others', async () => {
  const server = await serveHealth(well, ANYWHERE);
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  expect((await fetch(`${base}/healthz`)).status).toBe(200);
  expect((await fetch(`${base}/readyz`)).headers.get('cache-control')).toBe('no-store');
  expect((await fetch(`${base}/other`)).status).toBe(404);
  await new Promise((resolve) => server.close(resolve));
});

test('a process with metrics serves them too', async () => {
  const texts = [async () => 'rafaga_x 1\n', () => Promise.reject(new Error('away'))];
  const answered = texts.map(async (metrics) => {
    const server = await serveHealth(well, ANYWHERE, metrics);
    const answer = await fetch(
      `http://127.0.0.1:${(server.address() as AddressInfo).port}/metrics`,
    );
    const text = await answer.text();
    await new Promise((resolve) => server.close(resolve));
    return [answer.status, text];
  });
  expect(await Promise.all(answered)).toEqual([
    [200, 'rafaga_x 1\n'],
    [503, ''],
  ]);
});

test('answersInTime is true for a resolved promise, and false for a rejected one', async () => {
  expect(await answersInTime(async () => 'here')()).toBe(true);
  expect(await answersInTime(() => Promise.reject(new Error('away')))()).toBe(false);
});

test('readers of /readyz share an answer for a second, and not longer', async () => {
  let clock = 0;
  let asked = 0;
  const ask = async () => {
    asked += 1;
    if (asked > 1) throw new Error('away');
  };
  const answers = answersInTime(ask, () => clock);
  expect(await Promise.all([answers(), answers()])).toEqual([true, true]);
  clock = 999;
  expect([await answers(), asked]).toEqual([true, 1]);
  clock = 1_000;
  expect([await answers(), await answers(), asked]).toEqual([false, false, 2]);
});
