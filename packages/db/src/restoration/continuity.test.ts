/** What cannot be compared with the database is told, and stops no sale. */
import { expect, test } from '@jest/globals';
import type pg from 'pg';
import { createContinuity } from './continuity.js';

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
