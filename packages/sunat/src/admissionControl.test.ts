/** Tests the limiter and the circuit breaker together. */
import { expect, test } from '@jest/globals';
import { type AdmissionControl, createAdmissionControl } from './admissionControl.js';
import type { ServiceSignal } from './circuitBreaker.js';
import { createPlaces } from './places.js';

/** Those of the only endpoint of a process. */
const placesOf = (total: number) => createPlaces(total).of('sunat');

/** An admission control whose clock the test sets. */
function withClock(total = 4) {
  const changes: string[] = [];
  const clock = { now: 0 };
  const control = createAdmissionControl({
    places: placesOf(total),
    maxWaitMs: 30,
    failures: 3,
    openMs: 5_000,
    now: () => clock.now,
    onChange: (state) => changes.push(state),
  });
  return { control, clock, changes };
}

async function run(control: AdmissionControl, signal: ServiceSignal): Promise<string> {
  const entry = await control.acquire();
  if (entry.is === 'admitted') entry.release(signal);
  return entry.is;
}

/** How many exchanges are admitted at once. */
async function capacity(control: AdmissionControl): Promise<number> {
  const releases: (() => void)[] = [];
  while (releases.length < 1_000) {
    const entry = await control.acquire();
    if (entry.is !== 'admitted') {
      for (const release of releases) release();
      return releases.length;
    }
    releases.push(() => entry.release('unused'));
  }
  throw new Error('a thousand exchanges were admitted at once');
}

test('a limited number runs at once; the next waits for a place or is refused', async () => {
  const { control } = withClock(2);
  const [first, second] = [await control.acquire(), await control.acquire()];
  const third = control.acquire();
  if (first.is === 'admitted') first.release('success');
  expect((await third).is).toBe('admitted');
  expect(second.is).toBe('admitted');
  const single = createAdmissionControl({ places: placesOf(1), maxWaitMs: 20 });
  await single.acquire();
  expect((await single.acquire()).is).toBe('busy');
});

test('failures in a row open the circuit, and the refusal says when to try again', async () => {
  const { control, changes } = withClock();
  for (let i = 0; i < 3; i++) await run(control, 'failure');
  expect(await control.acquire()).toEqual({ is: 'circuit_open', retryInMs: 5_000 });
  expect(control.admits()).toBe(false);
  expect(changes).toEqual(['open']);
});

test('the signal that a service is down opens the circuit at once', async () => {
  const { control, changes } = withClock();
  await run(control, 'down');
  expect((await control.acquire()).is).toBe('circuit_open');
  expect(changes).toEqual(['open']);
});

test('failures among successes leave the circuit closed', async () => {
  const { control } = withClock();
  for (const signal of ['failure', 'failure', 'success', 'failure', 'failure'] as const)
    await run(control, signal);
  expect((await control.acquire()).is).toBe('admitted');
});

test('half-open, one probe runs: success closes the circuit, failure opens it', async () => {
  const { control, clock, changes } = withClock();
  await run(control, 'down');
  clock.now = 5_001;
  const probe = await control.acquire();
  expect((await control.acquire()).is).toBe('circuit_open');
  if (probe.is === 'admitted') probe.release('failure');
  expect((await control.acquire()).is).toBe('circuit_open');
  clock.now = 10_002;
  expect(await run(control, 'success')).toBe('admitted');
  expect((await control.acquire()).is).toBe('admitted');
  expect(changes).toEqual(['open', 'closed']);
});

test('after a probe without an exchange, the next probe is admitted', async () => {
  const { control, clock } = withClock();
  await run(control, 'down');
  clock.now = 5_001;
  await run(control, 'unused');
  expect((await control.acquire()).is).toBe('admitted');
});

test('after an outage the limit grows step by step', async () => {
  const control = createAdmissionControl({ places: placesOf(9), maxWaitMs: 5, openMs: 0 });
  await run(control, 'down');
  await run(control, 'success');
  const before = await capacity(control);
  expect(before).toBeLessThan(4);
  for (let i = 0; i < 40; i++) await run(control, 'success');
  expect(await capacity(control)).toBe(8);
});

test('a request for a slower pace halves the limit', async () => {
  const control = createAdmissionControl({ places: placesOf(9), maxWaitMs: 5 });
  await run(control, 'throttled');
  expect(await capacity(control)).toBe(4);
});

test('one failure in five leaves the limit as it was; a majority lowers it', async () => {
  const control = createAdmissionControl({ places: placesOf(9), maxWaitMs: 5 });
  for (let i = 0; i < 40; i++) await run(control, i % 5 === 0 ? 'failure' : 'success');
  expect(await capacity(control)).toBe(8);
  for (let i = 0; i < 40; i++) await run(control, i % 4 === 0 ? 'success' : 'failure');
  expect(await capacity(control)).toBeLessThan(4);
});
