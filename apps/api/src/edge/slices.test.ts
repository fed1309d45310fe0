/** Heavy work is divided, the businesses take turns, and work that waited too long is refused. */
import { expect, test } from '@jest/globals';
import { Refusal } from '@rafaga/contract';
import { createSlices } from './slices.js';

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Work of some steps, each of which takes `ms` of the clock and is noted. */
function* steps(name: string, count: number, ms: number, clock: { now: number }, done: string[]) {
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
    slices.finish(business, steps(name, 3, 2, clock, done));
  const results = [work(1, 'a'), work(1, 'b'), work(1, 'c'), work(2, 'x')];
  expect(await Promise.all(results)).toEqual(['a', 'b', 'c', 'x']);
  expect(done.slice(0, 6)).toEqual(['a1', 'x1', 'a2', 'x2', 'a3', 'x3']);
  expect(done.slice(6)).toEqual(['b1', 'b2', 'b3', 'c1', 'c2', 'c3']);
});

test('short steps share a slice, and the event loop turns between slices', async () => {
  const { clock, done, slices } = setUp();
  const work = slices.finish(1, steps('a', 8, 0.5, clock, done));
  while (done.length < 8) {
    done.push('|');
    await turn();
  }
  await work;
  const sliced = done.join('').replace(/\|+/g, '|');
  expect(sliced).toMatch(/^\|?a1a2a3a4\|a5a6a7a8\|?$/);
});

test('an indivisible piece is run whole, and its failure is the caller’s', async () => {
  const { slices } = setUp();
  expect(await slices.run(1, () => 7)).toBe(7);
  const fails = slices.run(1, () => {
    throw new Error('no JSON');
  });
  await expect(fails).rejects.toThrow('no JSON');
  expect(await slices.run(1, () => 8)).toBe(8);
});

test('work that has waited too long is refused and takes no turn', async () => {
  const { clock, slices } = setUp();
  const late = [slices.run(1, () => 1), slices.run(1, () => 2)];
  clock.now = 3_000;
  const inTime = slices.run(1, () => 3);
  for (const one of await Promise.allSettled(late))
    expect(one).toEqual({ status: 'rejected', reason: new Refusal('overloaded') });
  expect(await inTime).toBe(3);
});
