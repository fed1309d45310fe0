/** Tests that only numbers that were given before a call are repeated ones. */
import { beforeEach, expect, jest, test } from '@jest/globals';
import type pg from 'pg';
import { aDocument } from '../../testing/aDocument.js';
import type { QueuedDocument } from './documentQueue.js';
import { Restoring } from './newDocument.js';
import { createNumberCheck, type Numbering } from './risingNumbers.js';

const query = jest.fn<(text: string, values?: unknown[]) => Promise<{ rows: unknown[] }>>();
const client = { query } as unknown as pg.PoolClient;
beforeEach(() => {
  query.mockReset().mockResolvedValue({ rows: [] });
});

const given = (numbering: Numbering, number: number, isNew = true) =>
  numbering.check(client, [
    {
      queued: { document: aDocument(1) } as QueuedDocument,
      issued: { is: 'issued', id: number, number, answer: '{}', environment: 'beta' },
      isNew,
    },
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

test('a document that was stored before the call was given no number by it', async () => {
  const begin = createNumberCheck();
  await given(begin(), 8);
  await given(begin(), 5, false);
  expect(query).not.toHaveBeenCalled();
  // the first try of the call gave it
  await given(begin(), 9, false);
  await expect(given(begin(), 9)).rejects.toThrow(Restoring);
});

test('while the review of repeated numbers fails, every call is refused', async () => {
  const begin = createNumberCheck();
  await given(begin(), 8);
  const cause = new Error('connection lost');
  query.mockRejectedValue(cause);
  await expect(given(begin(), 8)).rejects.toMatchObject({ name: 'Restoring', cause });
  await expect(begin().putInReview(client)).rejects.toMatchObject({ name: 'Restoring', cause });
  query.mockReset().mockResolvedValue({ rows: [] });
  await begin().putInReview(client);
  expect(query).toHaveBeenCalledWith(expect.any(String), [[8]]);
  await begin().putInReview(client);
  expect(query).toHaveBeenCalledTimes(1);
});
