/** Tests that only numbers that were given before a call are repeated ones. */
import { expect, jest, test } from '@jest/globals';
import type pg from 'pg';
import { aDocument } from '../../testing/aDocument.js';
import type { QueuedDocument } from './batchQueue.js';
import type { IssueRow } from './issueBatch.js';
import { Restoring } from './newDocument.js';
import { createNumberCheck, type Numbering } from './risingNumbers.js';

const batch = [{ document: aDocument(1) }] as QueuedDocument[];
const client = { query: jest.fn(async () => ({ rows: [] })) } as unknown as pg.PoolClient;

const given = (numbering: Numbering, number: number) =>
  numbering.check(client, batch, [
    { place: 1, result: 'issued', id: '1', number, environment: 'beta' } as IssueRow,
  ]);

test('the results of two calls at the same time may be read in either order', async () => {
  const begin = createNumberCheck();
  const [heavy, light] = [begin(), begin()];
  await given(light, 6);
  await given(heavy, 5);
  light.end();
  heavy.end();
  await given(begin(), 7);
});

test('a number that another call was given meanwhile is a repeated one', async () => {
  const begin = createNumberCheck();
  const [heavy, light] = [begin(), begin()];
  await given(light, 5);
  await expect(given(heavy, 5)).rejects.toThrow(Restoring);
});

test('a number from before the call is a repeated one', async () => {
  const begin = createNumberCheck();
  const first = begin();
  await given(first, 8);
  first.end();
  const [second, third] = [begin(), begin()];
  await given(second, 9);
  await expect(given(third, 8)).rejects.toThrow(Restoring);
});
