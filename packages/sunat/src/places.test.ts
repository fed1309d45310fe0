/** Tests how endpoints share the places of a process. */
import { expect, test } from '@jest/globals';
import { createAdmissionControl } from './admissionControl.js';
import { createPlaces, type EndpointPlaces } from './places.js';

/** Begins exchanges while there is room. @returns how many */
function fill(places: EndpointPlaces): number {
  let began = 0;
  for (; places.room() > 0; began += 1) places.begin();
  return began;
}

test('an endpoint alone leaves an eighth of the places free', () => {
  expect(fill(createPlaces(64).of('slow'))).toBe(56);
  expect(fill(createPlaces(1).of('slow'))).toBe(1);
});

test('however many endpoints are slow, each of a few others finds a place', () => {
  const { of } = createPlaces(64);
  const [first, second, third] = ['a', 'b', 'c'].map((name) => fill(of(name)));
  expect([first, second, third]).toEqual([56, 7, 1]);
  // as exchanges end, the endpoint that has less than its share takes the places
  const [a, b] = [of('a'), of('b')];
  for (let i = 0; i < 40; i += 1) {
    a.end();
    fill(b);
    fill(a);
  }
  expect(b.room()).toBeLessThanOrEqual(0);
  const { of: alike } = createPlaces(64);
  const held = { one: 0, two: 0 };
  for (let i = 0; i < 64; i += 1)
    for (const name of ['one', 'two'] as const)
      if (alike(name).room() > 0) {
        alike(name).begin();
        held[name] += 1;
      }
  expect(held).toEqual({ one: 30, two: 30 });
});

test('while another endpoint is used, few wait for a place; the rest take turns', async () => {
  const clock = { now: 0 };
  const { of } = createPlaces(8, () => clock.now);
  const slow = createAdmissionControl({ places: of('slow'), maxWaitMs: 5, now: () => clock.now });
  const other = createAdmissionControl({ places: of('other'), now: () => clock.now });
  const permits = [];
  for (let i = 0; i < 7; i += 1) permits.push(await slow.acquire());
  // alone it may wait, in vain here
  expect(await slow.acquire()).toEqual({ is: 'busy', retryInMs: 1_000 });
  const permit = await other.acquire();
  if (permit.is === 'admitted') permit.release('success');
  // a turn each 250 ms before any exchange has ended
  const turns = [];
  for (let i = 0; i < 8; i += 1) turns.push(await slow.acquire());
  expect(turns.map((turn) => turn.is === 'busy' && turn.retryInMs)).toEqual([
    1_000, 1_000, 1_000, 1_000, 1_250, 1_500, 1_750, 2_000,
  ]);
  for (let i = 0; i < 1_000; i += 1) await slow.acquire();
  expect(await slow.acquire()).toEqual({ is: 'busy', retryInMs: 60_000 });
  clock.now = 60_001;
  expect(of('slow').mayWait()).toBe(true);
});

test('turns come as often as exchanges end, whatever the pauses between them', () => {
  const clock = { now: 0 };
  const places = createPlaces(64, () => clock.now).of('slow');
  // ten at a time for five seconds, and then none for an hour
  for (let round = 0; round < 100; round += 1) {
    for (let i = 0; i < 10; i += 1) places.begin();
    clock.now += 5_000;
    for (let i = 0; i < 10; i += 1) places.end();
    clock.now += 3_600_000;
  }
  const turns = [1, 2, 3, 4].map(() => places.untilTurn());
  expect(turns[2]).toBeCloseTo(1_500, -2);
  expect(turns[3]).toBeCloseTo(2_000, -2);
});

test('an endpoint that has no exchange may begin one', async () => {
  const { of } = createPlaces(2);
  expect([fill(of('slow')), of('other').room()]).toEqual([2, 1]);
});

test('a place that an endpoint frees goes to a document that waits', async () => {
  const one = createAdmissionControl({ places: createPlaces(8).of('one'), maxWaitMs: 60_000 });
  const permits = [];
  for (let i = 0; i < 7; i += 1) permits.push(await one.acquire());
  const waiting = one.acquire();
  for (const permit of permits) if (permit.is === 'admitted') permit.release('success');
  expect(await waiting).toMatchObject({ is: 'admitted' });
});
