/** Tests that processes share what costs PostgreSQL much to read. */
import { afterAll, expect, test } from '@jest/globals';
import { waitFor } from '../../../test/support/waitFor.js';
import { createSharedReadings } from './sharedReadings.js';

const url = process.env.REDIS_URL ?? '';
const [one, other] = [url, url].map((at) => createSharedReadings(at, { keepMs: 60_000 }));
const brief = createSharedReadings(url, { keepMs: 50 });
const away = createSharedReadings('redis://127.0.0.1:1', { keepMs: 60_000 });
afterAll(() => {
  for (const readings of [one, other, brief, away]) readings?.close();
});

const NAME = `test-${process.pid}-${Math.random()}`;
let reads = 0;
const read = async () => ({ reads: ++reads });

test('what one process has read, the others do not read again', async () => {
  await waitFor('a reading of the other', async () => {
    const first = await one?.share(NAME, read);
    return (await other?.share(NAME, read))?.reads === first?.reads;
  });
});

test('a reading that is too old is read anew', async () => {
  const { reads: first } = await brief.share(`${NAME}-brief`, read);
  await waitFor(
    'a newer one',
    async () => (await brief.share(`${NAME}-brief`, read)).reads > first,
  );
});

test('without Redis each process reads for itself', async () => {
  const { reads: first } = await away.share(NAME, read);
  expect(await away.share(NAME, read)).toEqual({ reads: first + 1 });
});

test('a failed reading is an error, and nothing is kept of it', async () => {
  const failing = () => Promise.reject(new Error('away'));
  await expect(one?.share(`${NAME}-failed`, failing)).rejects.toThrow('away');
  expect(await one?.share(`${NAME}-failed`, async () => 'read')).toBe('read');
});
