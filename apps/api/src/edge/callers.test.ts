import { expect, test } from '@jest/globals';
import { type Caller, createCallers } from './callers.js';

const aCaller = (id: number, businessId: number) =>
  ({ id, business: { id: businessId } }) as Caller;

function setUp() {
  const clock = { now: 0 };
  const asked: string[] = [];
  const stored = new Map<string, Caller>([
    ['a', aCaller(1, 10)],
    ['b', aCaller(2, 20)],
  ]);
  const callers = createCallers(
    async (key) => {
      asked.push(key);
      return stored.get(key);
    },
    () => clock.now,
  );
  return { clock, asked, stored, callers };
}

test('a credential is queried once in three seconds, however many calls it makes', async () => {
  const { clock, asked, callers } = setUp();
  await Promise.all([callers.find('a'), callers.find('a'), callers.find('a')]);
  clock.now = 2_999;
  await callers.find('a');
  expect(asked).toEqual(['a']);
  clock.now = 3_000;
  await callers.find('a');
  expect(asked).toEqual(['a', 'a']);
});

test('an unknown key is cached too, for three seconds', async () => {
  const { asked, callers } = setUp();
  expect(await callers.find('x')).toBeUndefined();
  expect(await callers.find('x')).toBeUndefined();
  expect(asked).toEqual(['x']);
  expect([callers.stranger('x'), callers.stranger('y')]).toEqual([false, true]);
});

test('a changed business is queried again at once, the others are not', async () => {
  const { asked, callers } = setUp();
  await Promise.all([callers.find('a'), callers.find('b')]);
  callers.drop(10);
  await Promise.all([callers.find('a'), callers.find('b')]);
  expect(asked).toEqual(['a', 'b', 'a']);
  expect(callers.stranger('a')).toBe(false);
  callers.drop();
  await Promise.all([callers.find('a'), callers.find('b')]);
  expect(asked).toEqual(['a', 'b', 'a', 'a', 'b']);
});

test('what was read while the business changed is not remembered', async () => {
  let answer = (_caller: Caller) => {};
  const asked: string[] = [];
  const callers = createCallers((key) => {
    asked.push(key);
    return new Promise((resolve) => {
      answer = resolve;
    });
  });
  const first = callers.find('a');
  callers.drop(10);
  answer(aCaller(1, 10));
  await first;
  void callers.find('a');
  expect(asked).toEqual(['a', 'a']);
});

test('what is remembered can be had at once, while it is good', async () => {
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
    if (fails) throw new Error('away');
    return aCaller(1, 10);
  });
  await expect(callers.find('a')).rejects.toThrow('away');
  fails = false;
  expect(await callers.find('a')).toMatchObject({ id: 1 });
});

test('unknown keys evict no credential', async () => {
  const { asked, callers } = setUp();
  await callers.find('a');
  for (let i = 0; i < 12_000; i++) await callers.find(`unknown ${i}`);
  asked.length = 0;
  await callers.find('a');
  expect(asked).toEqual([]);
});
