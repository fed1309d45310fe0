/** What cannot be compared with the database is told, and stops no sale. */
import { afterEach, expect, jest, test } from '@jest/globals';
import type pg from 'pg';
import { createContinuity } from './continuity.js';

afterEach(() => {
  jest.useRealTimers();
});

test('damaged marks are told, and the connection is used', async () => {
  const told: string[] = [];
  const continuity = createContinuity({
    process: 'test',
    readMarks: async () => ({ ids: [], series: [], damaged: ['a-1.json'] }),
    onRestoring: () => undefined,
    onEnded: () => undefined,
    onError: ({ message }) => told.push(message),
  });
  const client = { query: async () => ({ rows: [] }) } as unknown as pg.PoolClient;
  expect(await new Promise((done) => continuity.verify(client, done))).toBeUndefined();
  expect(told).toEqual([expect.stringContaining('a-1.json')]);
});

test('what is too slow for a new connection runs no statement on it later', async () => {
  jest.useFakeTimers();
  const told: string[] = [];
  const statements: string[] = [];
  const continuity = createContinuity({
    process: 'test',
    readMarks: async () => ({ ids: [], series: [], damaged: [] }),
    async onConnected(connected, late) {
      await new Promise((resolve) => setTimeout(resolve, 60_000));
      if (!late.aborted) await connected.query('late');
    },
    onRestoring: () => undefined,
    onEnded: () => undefined,
    onError: ({ message }) => told.push(message),
  });
  const query = async (text: string) => {
    statements.push(text);
    return { rows: [] };
  };
  const connected = new Promise((done) =>
    continuity.verify({ query } as unknown as pg.PoolClient, done),
  );
  await jest.advanceTimersByTimeAsync(3_000);
  expect(await connected).toBeUndefined();
  await jest.advanceTimersByTimeAsync(60_000);
  expect(told).toEqual(['no answer within 3000 ms']);
  expect(statements).not.toContain('late');
});
