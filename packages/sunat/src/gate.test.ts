import { expect, test } from '@jest/globals';
import { createGate, type Entry, type Gate, type Passage } from './gate.js';

/** A gate whose clock stands still until it is moved. */
function aGate(most = 4) {
  const heard: string[] = [];
  const clock = { now: 0 };
  const gate = createGate({
    most,
    patienceMs: 30,
    failures: 3,
    restMs: 5_000,
    now: () => clock.now,
    onChange: (state) => heard.push(state),
  });
  return { gate, clock, heard };
}

async function pass(gate: Gate, passage: Passage): Promise<Entry['is']> {
  const entry = await gate.enter();
  if (entry.is === 'in') entry.leave(passage);
  return entry.is;
}

/** How many can be in at once. */
async function room(gate: Gate): Promise<number> {
  const inside: (() => void)[] = [];
  for (;;) {
    const entry = await gate.enter();
    if (entry.is !== 'in') {
      for (const leave of inside) leave();
      return inside.length;
    }
    inside.push(() => entry.leave('unused'));
  }
}

test('so many pass at once, and the next waits for a place, or is sent away', async () => {
  const { gate } = aGate(2);
  const [first, second] = [await gate.enter(), await gate.enter()];
  const third = gate.enter();
  if (first.is === 'in') first.leave('well');
  expect((await third).is).toBe('in');
  expect(second.is).toBe('in');
  const real = createGate({ most: 1, patienceMs: 20 });
  await real.enter();
  expect((await real.enter()).is).toBe('busy');
});

test('failures in a row close it, and everybody is told when to come back', async () => {
  const { gate, heard } = aGate();
  for (let i = 0; i < 3; i++) await pass(gate, 'failed');
  expect(await gate.enter()).toEqual({ is: 'closed', againMs: 5_000 });
  expect(gate.passable()).toBe(false);
  expect(heard).toEqual(['closed']);
});

test('failures among successes do not', async () => {
  const { gate } = aGate();
  for (const passage of ['failed', 'failed', 'well', 'failed', 'failed'] as const)
    await pass(gate, passage);
  expect((await gate.enter()).is).toBe('in');
});

test('closed, it lets one probe through at a time; a good one opens it, a bad one closes it anew', async () => {
  const { gate, clock, heard } = aGate();
  gate.close();
  clock.now = 5_001;
  const probe = await gate.enter();
  expect((await gate.enter()).is).toBe('closed');
  if (probe.is === 'in') probe.leave('failed');
  expect((await gate.enter()).is).toBe('closed');
  clock.now = 10_002;
  expect(await pass(gate, 'well')).toBe('in');
  expect((await gate.enter()).is).toBe('in');
  expect(heard).toEqual(['closed', 'open']);
});

test('a probe that was never made leaves the next one its turn', async () => {
  const { gate, clock } = aGate();
  gate.close();
  clock.now = 5_001;
  await pass(gate, 'unused');
  expect((await gate.enter()).is).toBe('in');
});

test('after an outage it opens little by little', async () => {
  const clockless = createGate({ most: 8, patienceMs: 5, restMs: 0 });
  clockless.close();
  await pass(clockless, 'well');
  const before = await room(clockless);
  expect(before).toBeLessThan(4);
  for (let i = 0; i < 40; i++) await pass(clockless, 'well');
  expect(await room(clockless)).toBe(8);
});

test('whoever is told to slow down halves its pace', async () => {
  const gate = createGate({ most: 8, patienceMs: 5 });
  await pass(gate, 'throttled');
  expect(await room(gate)).toBe(4);
});

test('an authority that loses one answer in five is sent as many at once as before; one that loses most is not', async () => {
  const gate = createGate({ most: 8, patienceMs: 5 });
  for (let i = 0; i < 40; i++) await pass(gate, i % 5 === 0 ? 'failed' : 'well');
  expect(await room(gate)).toBe(8);
  for (let i = 0; i < 40; i++) await pass(gate, i % 4 === 0 ? 'well' : 'failed');
  expect(await room(gate)).toBeLessThan(4);
});
