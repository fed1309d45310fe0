/** Requests share one reading of the statistics, and the last one while PostgreSQL is away. */
import { expect, jest, test } from '@jest/globals';
import type { Deps } from '../deps.js';
import { systemStats } from './systemStats.js';

const STATS = { at: new Date('2026-11-21T15:00:00Z'), open: 3, expired: 0, week: 0, month: 0 };

/** A PostgreSQL with scripted answers and no paused queue, and no Redis. */
function deps() {
  const query = jest.fn<() => Promise<unknown>>();
  const answer = async ({ name }: { name?: string }) =>
    name === 'paused_queues' ? { rows: [] } : query();
  const warned: string[] = [];
  const of = {
    db: { pool: { query: answer } },
    redisServers: 'redis://127.0.0.1:1',
    log: { warn: (text: string) => warned.push(text) },
  };
  return { query, warned, of: of as unknown as Deps };
}

test('several requests at once read the statistics once', async () => {
  const { query, of } = deps();
  query.mockResolvedValue({ rows: [STATS] });
  const [one, other] = await Promise.all([systemStats(of), systemStats(of)]);
  expect(one).toBe(other);
  expect(one).toMatchObject({ stats: { open: 3 }, queues: undefined, stale: false });
  expect(query).toHaveBeenCalledTimes(1);
});

test('while PostgreSQL does not answer, the last statistics are returned as stale', async () => {
  const { query, warned, of } = deps();
  const now = jest.spyOn(performance, 'now').mockReturnValue(0);
  query
    .mockResolvedValueOnce({ rows: [STATS] })
    .mockRejectedValueOnce(new Error('timeout'))
    .mockResolvedValueOnce({ rows: [STATS] });
  expect((await systemStats(of)).stale).toBe(false);
  now.mockReturnValue(4_000);
  expect(await systemStats(of)).toMatchObject({ stats: { at: STATS.at, open: 3 }, stale: true });
  now.mockReturnValue(8_000);
  expect((await systemStats(of)).stale).toBe(false);
  expect(warned).toHaveLength(1);
  now.mockRestore();
});

test('without earlier statistics the error of PostgreSQL is thrown', async () => {
  const { query, of } = deps();
  query.mockRejectedValue(new Error('timeout'));
  await expect(systemStats(of)).rejects.toThrow('timeout');
});
