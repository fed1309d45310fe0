/**
 * Limits how many exchanges with a service run at once: AIMD, as in TCP. The limit grows by one
 * after as many successes as the limit, and halves when the service asks for a slower pace or when
 * most exchanges fail. A single failure does not lower it: otherwise an authority that loses one
 * answer in ten would get three documents at a time, and the backlog of an outage would take hours.
 * All endpoints share the places of the process (`places.ts`).
 */
import type { ServiceSignal } from './circuitBreaker.js';
import type { EndpointPlaces } from './places.js';

export interface ConcurrencyLimiter {
  /** @returns false when no place is free */
  tryAcquire(): boolean;
  /** Takes a place above the limit: for the probe of an open circuit breaker. */
  acquireBeyondLimit(): void;
  /** Resolves to true when a place may be free; to false after `forMs` milliseconds. */
  waitForPlace(forMs: number): Promise<boolean>;
  /** Gives the place back and adjusts the limit. */
  release(signal: ServiceSignal): void;
  /** Called when the circuit breaker is tripped: resets the limit and resolves every wait. */
  restart(): void;
}

/** The limit after an outage: low, because the service has just recovered. */
const RESTART_LIMIT = 2;
/**
 * The number of exchanges over which the failure rate is averaged, and the rate that halves the
 * limit.
 */
const WINDOW = 8;
const HIGH_FAILURE_RATE = 0.5;

export function createConcurrencyLimiter(places: EndpointPlaces): ConcurrencyLimiter {
  let limit = places.total;
  let active = 0;
  /** The share of failures among the last exchanges, as a moving average. */
  let failureRate = 0;
  const waiting: (() => void)[] = [];

  const room = () => Math.min(Math.floor(limit) - active, places.room());

  function wake(): void {
    for (let free = room(); free > 0; free -= 1) waiting.shift()?.();
    if (waiting.length === 0) places.onEnd.delete(wake);
  }

  function take(): void {
    active += 1;
    places.begin();
  }

  function adjust(signal: ServiceSignal): void {
    if (signal === 'unused') return;
    failureRate += (Number(signal !== 'success') - failureRate) / WINDOW;
    if (signal === 'success') limit = Math.min(places.total, limit + 1 / limit);
    else if (signal === 'throttled' || failureRate > HIGH_FAILURE_RATE)
      limit = Math.max(1, limit / 2);
  }

  return {
    tryAcquire() {
      if (room() <= 0) return false;
      take();
      return true;
    },
    acquireBeyondLimit: take,
    waitForPlace(forMs) {
      places.onEnd.add(wake);
      return places.waiting(waitInLine(waiting, forMs));
    },
    release(signal) {
      active -= 1;
      adjust(signal);
      places.end();
    },
    restart() {
      limit = Math.min(RESTART_LIMIT, places.total);
      for (const wakeUp of waiting.splice(0)) wakeUp();
    },
  };
}

/** Resolves to true when its callback is called, to false after `forMs` milliseconds. */
function waitInLine(waiting: (() => void)[], forMs: number): Promise<boolean> {
  if (forMs <= 0) return Promise.resolve(false);
  return new Promise((resolve) => {
    const end = (wokenUp: boolean) => {
      clearTimeout(timer);
      resolve(wokenUp);
    };
    const wakeUp = () => end(true);
    const timer = setTimeout(() => {
      const place = waiting.indexOf(wakeUp);
      if (place >= 0) waiting.splice(place, 1);
      end(false);
    }, forMs);
    waiting.push(wakeUp);
  });
}
