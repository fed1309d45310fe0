/** Bodies of one business never take the room of another. */
import { Socket } from 'node:net';
import { expect, test } from '@jest/globals';
import { type BodyMemory, createBodyMemory } from './bodyMemory.js';

const BODY = 100;
/** The bytes of a line with most of its fields and a long description. */
const LINE = 400;

/** Opens bodies on connections of their own until one is refused; how many were held. */
function fill(memory: BodyMemory, businessId: number): number {
  let held = 0;
  while (memory.open(businessId, new Socket()).add(BODY)) held++;
  return held;
}

test('one business takes a ninth at most, and others always find room', () => {
  const memory = createBodyMemory(100_000);
  expect(fill(memory, 1)).toBe(111);
  const others = Array.from({ length: 20 }, (_, i) => fill(memory, 2 + i));
  expect(Math.min(...others)).toBeGreaterThan(0);
  expect(memory.open(99, new Socket()).add(BODY)).toBe(true);
});

test('the bytes of 64 sales of 500 lines of one business are held, also beside another', () => {
  const memory = createBodyMemory();
  const burst = () =>
    Array.from({ length: 64 }, () => memory.open(1, new Socket())).every((body) =>
      body.add(500 * LINE),
    );
  expect(burst()).toBe(true);
  expect(memory.open(2, new Socket()).add(2_000_000)).toBe(true);
});

test('what is released is free again', () => {
  const memory = createBodyMemory(100_000);
  const body = memory.open(1, new Socket());
  for (let i = 0; i < 111; i++) body.add(BODY);
  expect(body.add(BODY)).toBe(false);
  body.release();
  body.release();
  expect(fill(memory, 1)).toBe(111);
});

test('a connection holds two bodies of the largest size at most', () => {
  const memory = createBodyMemory();
  const connection = new Socket();
  const bodies = [1, 2, 3].map(() => memory.open(1, connection));
  expect(bodies.map((body) => body.add(2_000_000))).toEqual([true, true, false]);
  bodies[0]?.release();
  expect(bodies[2]?.add(2_000_000)).toBe(true);
});

test('a body of known size waits for room, and those of its business in their order', async () => {
  const memory = createBodyMemory(100_000);
  const bodies = [1, 2, 3].map(() => memory.open(1, new Socket()));
  const admitted: number[] = [];
  const reserved = bodies.map(async (body, i) => {
    if (await body.reserve(7_500)) admitted.push(i);
  });
  expect(memory.open(1, new Socket()).add(BODY)).toBe(true);
  expect(await memory.open(2, new Socket()).reserve(7_500)).toBe(true);
  expect(admitted).toEqual([0]);
  for (const [i, body] of bodies.entries()) {
    // what was reserved is not held again when it comes
    expect([body.add(5_000), body.add(2_500), body.add(7_500)]).toEqual([true, true, false]);
    body.release();
    await reserved[i + 1];
  }
  expect(admitted).toEqual([0, 1, 2]);
});

test('32 large bodies of a business are held at once, however short they are', async () => {
  const memory = createBodyMemory();
  const bodies = Array.from({ length: 33 }, () => memory.open(1, new Socket()));
  const admitted: number[] = [];
  const reserved = bodies.map(async (body, i) => {
    if (await body.reserve(20_000)) admitted.push(i);
  });
  await Promise.all(reserved.slice(0, -1));
  expect(admitted).toHaveLength(32);
  bodies[0]?.release();
  await reserved[32];
  expect(admitted).toHaveLength(33);
});

test('what is kept of a reserved body leaves room for the next one', async () => {
  const memory = createBodyMemory(100_000);
  const [first, next] = [memory.open(1, new Socket()), memory.open(1, new Socket())];
  expect(await first.reserve(7_500)).toBe(true);
  const waiting = next.reserve(7_500);
  first.keep(1_000);
  expect(await waiting).toBe(true);
  next.release();
  first.release();
  expect(fill(memory, 1)).toBe(111);
});

test('a body that waits too long for room is refused, and the next one is not', async () => {
  const memory = createBodyMemory(100_000, 20);
  const first = memory.open(1, new Socket());
  expect(await first.reserve(10_000)).toBe(true);
  expect(await memory.open(1, new Socket()).reserve(10_000)).toBe(false);
  const next = memory.open(1, new Socket()).reserve(10_000);
  first.release();
  expect(await next).toBe(true);
});
