/** Heavy work is divided, the businesses take turns, and work that waited too long is refused. */
import { expect, test } from '@jest/globals';
import { Refusal } from '@rafaga/contract';
import { createSlices } from './slices.js';

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Work of some steps, each of which takes `ms` of the clock and is noted. */
function* steps(
  { name, count, ms }: { name: string; count: number; ms: number },
  clock: { now: number },
  done: string[],
) {
  for (let i = 1; i <= count; i++) {
    clock.now += ms;
    done.push(`${name}${i}`);
    yield;
  }
  return name;
}

function setUp() {
  const clock = { now: 0 };
  return { clock, done: [] as string[], slices: createSlices(() => clock.now) };
}

test('businesses take turns, and one of many requests delays no other', async () => {
  const { clock, done, slices } = setUp();
  const work = (business: number, name: string) =>
    slices.finish(business, steps({ name, count: 3, ms: 2 }, clock, done));
  const results = [work(1, 'a'), work(1, 'b'), work(1, 'c'), work(2, 'x')];
  expect(await Promise.all(results)).toEqual(['a', 'b', 'c', 'x']);
  expect(done.slice(0, 6)).toEqual(['a1', 'x1', 'a2', 'x2', 'a3', 'x3']);
  expect(done.slice(6)).toEqual(['b1', 'b2', 'b3', 'c1', 'c2', 'c3']);
});

test('short steps share a slice, and the event loop turns between slices', async () => {
  const { clock, done, slices } = setUp();
  const work = slices.finish(1, steps({ name: 'a', count: 8, ms: 0.5 }, clock, done));
  while (done.length < 8) {
    done.push('|');
    await turn();
  }
  await work;
  const sliced = done.join('').replace(/\|+/g, '|');
  expect(sliced).toMatch(/^\|?a1a2a3a4\|a5a6a7a8\|?$/);
});

/** Work of one step. */
const one = <T>(step: () => T): Iterator<unknown, T> => ({
  next: () => ({ done: true, value: step() }),
});

test('the failure of a step is the caller’s', async () => {
  const { slices } = setUp();
  const fails = slices.finish(
    1,
    one(() => {
      throw new Error('no JSON');
    }),
  );
  await expect(fails).rejects.toThrow('no JSON');
  expect(
    await slices.finish(
      1,
      one(() => 8),
    ),
  ).toBe(8);
});

test('work that has waited too long is refused and takes no turn', async () => {
  const { clock, slices } = setUp();
  const late = [
    slices.finish(
      1,
      one(() => 1),
    ),
    slices.finish(
      1,
      one(() => 2),
    ),
  ];
  clock.now = 3_000;
  const inTime = slices.finish(
    1,
    one(() => 3),
  );
  for (const result of await Promise.allSettled(late))
    expect(result).toEqual({ status: 'rejected', reason: new Refusal('overloaded') });
  expect(await inTime).toBe(3);
});
