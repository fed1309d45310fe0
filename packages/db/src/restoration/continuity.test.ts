/** What cannot be compared with the database is told, and stops no sale. */
import { afterEach, expect, jest, test } from '@jest/globals';
import type pg from 'pg';
import { createDb, poolOf } from '../db.js';
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

test('what is too slow for a new connection is done later, on another one', async () => {
  jest.useFakeTimers();
  const told: string[] = [];
  const statements: string[] = [];
  const noting = (on: string) => ({
    async query(statement: string | { text: string }) {
      const text = typeof statement === 'string' ? statement : statement.text;
      if (text === 'review') statements.push(`${text} on ${on}`);
      return { rows: [] };
    },
  });
  const db = createDb('postgresql://nowhere');
  jest.spyOn(poolOf(db), 'query').mockImplementation(noting('the pool').query as never);
  const continuity = createContinuity({
    process: 'test',
    readMarks: async () => ({ ids: [], series: [], damaged: [] }),
    async onConnected(client) {
      await new Promise((resolve) => setTimeout(resolve, 60_000));
      await client().query('review');
    },
    onRestoring: () => undefined,
    onEnded: () => undefined,
    onError: ({ message }) => told.push(message),
  });
  continuity.watch(db);
  const connection = noting('the connection') as unknown as pg.PoolClient;
  const connected = new Promise((done) => continuity.verify(connection, done));
  await jest.advanceTimersByTimeAsync(3_000);
  expect(await connected).toBeUndefined();
  await jest.advanceTimersByTimeAsync(60_000);
  continuity.stop();
  expect(told).toEqual(['no answer within 3000 ms']);
  expect(statements).toEqual(['review on the pool']);
  await db.close();
});
