/**
 * Admits exchanges with one service: as many at once as its concurrency limiter allows, and none
 * while its circuit breaker is open.
 */
import {
  type BreakerState,
  type CircuitBreakerOptions,
  createCircuitBreaker,
  type ServiceSignal,
} from './circuitBreaker.js';
import { createConcurrencyLimiter } from './concurrencyLimiter.js';
import type { EndpointPlaces } from './places.js';

export interface AdmissionOptions extends Omit<CircuitBreakerOptions, 'onTrip'> {
  places: EndpointPlaces;
  /** How long an exchange may wait for a free place. */
  maxWaitMs?: number;
}

/** The permission to begin an exchange. */
export interface Permit {
  is: 'admitted';
  /** Must be called when the exchange has ended, also after a failure; later calls do nothing. */
  release(signal: ServiceSignal): void;
}

export type Refused =
  /** The circuit breaker is open; a retry may succeed after `retryInMs`. */
  | { is: 'circuit_open'; retryInMs: number }
  /** No place became free in time, or enough documents wait for one. */
  | { is: 'busy'; retryInMs: number };

export interface AdmissionControl {
  acquire(): Promise<Permit | Refused>;
  /** False while the circuit breaker is open, or half-open with its probe under way. */
  admits(): boolean;
  /** Of its circuit breaker. */
  state(): BreakerState;
}

const MAX_WAIT_MS = 2_000;
const MIN_RETRY_MS = 1_000;

export function createAdmissionControl({
  places,
  maxWaitMs = MAX_WAIT_MS,
  now = () => performance.now(),
  ...breakerOptions
}: AdmissionOptions): AdmissionControl {
  const limiter = createConcurrencyLimiter(places);
  const breaker = createCircuitBreaker({ ...breakerOptions, now, onTrip: limiter.restart });

  function permit({ probe }: { probe: boolean }): Permit {
    let released = false;
    const release = (signal: ServiceSignal) => {
      if (released) return;
      released = true;
      // in this order: a trip resets the limit
      limiter.release(signal);
      breaker.record(signal, { probe });
    };
    return { is: 'admitted', release };
  }

  function acquireProbe(): Permit | Refused {
    if (!breaker.admits())
      return { is: 'circuit_open', retryInMs: Math.max(breaker.untilProbeMs(), MIN_RETRY_MS) };
    breaker.beginProbe();
    limiter.acquireBeyondLimit();
    return permit({ probe: true });
  }

  return {
    admits: breaker.admits,
    state: breaker.state,
    async acquire() {
      const until = now() + maxWaitMs;
      for (;;) {
        if (breaker.state() !== 'closed') return acquireProbe();
        if (limiter.tryAcquire()) return permit({ probe: false });
        if (!places.mayWait()) return { is: 'busy', retryInMs: places.untilTurn() };
        if (!(await limiter.waitForPlace(until - now())))
          return { is: 'busy', retryInMs: MIN_RETRY_MS };
      }
    },
  };
}
