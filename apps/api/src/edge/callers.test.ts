/**
 * Credentials are cached for three seconds, a change of their business drops them, and unknown
 * keys are cached apart.
 */
import { expect, test } from '@jest/globals';
import { waitFor } from '../../../../test/support/waitFor.js';
import { type Caller, createCallers } from './callers.js';

const aCaller = (id: number, businessId: number) =>
  ({ id, business: { id: businessId } }) as Caller;

function setUp() {
  const clock = { now: 0 };
  const queries: string[] = [];
  const stored = new Map<string, Caller>([
    ['a', aCaller(1, 10)],
    ['b', aCaller(2, 20)],
  ]);
  const callers = createCallers(
    async (keys) => {
      queries.push(...keys);
      return new Map([...stored].filter(([key]) => keys.includes(key)));
    },
    () => clock.now,
  );
  return { clock, queries, stored, callers };
}

test('a credential is queried once in three seconds, however many calls it makes', async () => {
  const { clock, queries, callers } = setUp();
  await Promise.all([callers.find('a'), callers.find('a'), callers.find('a')]);
  clock.now = 2_999;
  await callers.find('a');
  expect(queries).toEqual(['a']);
  clock.now = 3_000;
  await callers.find('a');
  expect(queries).toEqual(['a', 'a']);
});

test('an unknown key is cached too, for three seconds', async () => {
  const { queries, callers } = setUp();
  expect(await callers.find('x')).toBeUndefined();
  expect(await callers.find('x')).toBeUndefined();
  expect(queries).toEqual(['x']);
});

test('only the credentials of a changed business are queried again at once', async () => {
  const { queries, callers } = setUp();
  await Promise.all([callers.find('a'), callers.find('b')]);
  callers.drop(10);
  await Promise.all([callers.find('a'), callers.find('b')]);
  expect(queries).toEqual(['a', 'b', 'a']);
  callers.drop();
  await Promise.all([callers.find('a'), callers.find('b')]);
  expect(queries).toEqual(['a', 'b', 'a', 'a', 'b']);
});

test('a credential that was read while its business changed is not cached', async () => {
  const answers: ((caller: Caller) => void)[] = [];
  const callers = createCallers(async ([key = '']) => {
    const caller = await new Promise<Caller>((resolve) => answers.push(resolve));
    return new Map([[key, caller]]);
  });
  const first = callers.find('a');
  await waitFor('the first look-up', () => answers.length === 1);
  callers.drop(10);
  answers[0]?.(aCaller(1, 10));
  await first;
  void callers.find('a');
  await waitFor('a second look-up', () => answers.length === 2);
});

test('a fresh cache entry is returned without a query', async () => {
  const { clock, callers } = setUp();
  expect(callers.peek('a')).toBeUndefined();
  const caller = await callers.find('a');
  expect(callers.peek('a')).toBe(caller);
  clock.now = 3_000;
  expect(callers.peek('a')).toBeUndefined();
});

test('a look-up that fails is not cached', async () => {
  let fails = true;
  const callers = createCallers(async () => {
    if (fails) throw new Error('no connection');
    return new Map([['a', aCaller(1, 10)]]);
  });
  await expect(callers.find('a')).rejects.toThrow('no connection');
  fails = false;
  expect(await callers.find('a')).toMatchObject({ id: 1 });
});

test('unknown keys evict no credential', async () => {
  const { queries, callers } = setUp();
  await callers.find('a');
  await Promise.all(Array.from({ length: 12_000 }, (_, i) => callers.find(`unknown ${i}`)));
  queries.length = 0;
  await callers.find('a');
  expect(queries).toEqual([]);
});
