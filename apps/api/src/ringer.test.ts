import { expect, test } from '@jest/globals';
import type { Bell, Ring } from '@rafaga/queue';
import { createRinger } from './ringer.js';

const rings = (from: number, to: number): Ring[] =>
  Array.from({ length: to - from + 1 }, (_, i) => ({ documentId: from + i, rung: 1 }));

function aBell(ring: Bell['ring']): Bell {
  return { ring, close: async () => undefined };
}

test('what arrives during one ring goes with the next, all at once', async () => {
  const heard: number[] = [];
  let done = () => {};
  const bell = aBell((together) => {
    heard.push(together.length);
    return new Promise((resolve) => {
      done = resolve;
    });
  });
  const ringer = createRinger(bell, fail);
  for (const ring of rings(1, 3)) ringer.ring(ring);
  await new Promise((resolve) => setTimeout(resolve, 5));
  for (const ring of rings(4, 10)) ringer.ring(ring);
  expect(heard).toEqual([3]);
  done();
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(heard).toEqual([3, 7]);
  done();
  await ringer.close();
});

test('a bell that is lost is told of, and later rings go out', async () => {
  const heard: Ring[] = [];
  const lost: Error[] = [];
  let broken = true;
  const bell = aBell(async (together) => {
    if (broken) throw new Error('lost');
    heard.push(...together);
  });
  const ringer = createRinger(bell, (error) => lost.push(error));
  ringer.ring({ documentId: 1, rung: 1 });
  await ringer.close();
  broken = false;
  ringer.ring({ documentId: 2, rung: 1 });
  await ringer.close();
  expect(lost).toHaveLength(1);
  expect(heard).toEqual([{ documentId: 2, rung: 1 }]);
});

test('a flood is rung in portions', async () => {
  const portions: number[] = [];
  const ringer = createRinger(
    aBell(async (together) => {
      portions.push(together.length);
    }),
    fail,
  );
  for (const ring of rings(1, 1_234)) ringer.ring(ring);
  await ringer.close();
  expect(portions).toEqual([500, 500, 234]);
});

function fail(error: Error): never {
  throw error;
}
