/** Tests the states of the circuit breaker. */
import { expect, test } from '@jest/globals';
import { createCircuitBreaker } from './circuitBreaker.js';

test('closed is healthy, open is tripped, half-open is probing', () => {
  const clock = { now: 0 };
  const breaker = createCircuitBreaker({ failures: 2, openMs: 100, now: () => clock.now });
  expect([breaker.state(), breaker.admits()]).toEqual(['closed', true]);
  breaker.record('failure');
  expect(breaker.state()).toBe('closed');
  breaker.record('failure');
  expect([breaker.state(), breaker.admits(), breaker.untilProbeMs()]).toEqual(['open', false, 100]);
  clock.now = 100;
  expect([breaker.state(), breaker.admits()]).toEqual(['half-open', true]);
  breaker.beginProbe();
  expect([breaker.state(), breaker.admits()]).toEqual(['half-open', false]);
  breaker.record('failure', { probe: true });
  expect(breaker.state()).toBe('open');
  clock.now = 200;
  breaker.beginProbe();
  breaker.record('success', { probe: true });
  expect([breaker.state(), breaker.admits()]).toEqual(['closed', true]);
});
