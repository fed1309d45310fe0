/**
 * Keeps exchanges away from a service that fails. Closed: healthy, all exchanges pass. Open:
 * tripped by failures in a row, none passes. Half-open: after `openMs`, one probe at a time passes,
 * and its result closes the breaker or opens it again.
 */

export type BreakerState = 'closed' | 'open' | 'half-open';

/** The result of an exchange, as far as it concerns the health of the service. */
export type ServiceSignal =
  | 'success'
  | 'failure'
  /** The service asked for a slower pace. */
  | 'throttled'
  /** The service answered that it is down: the breaker opens at once. */
  | 'down'
  /** There was no exchange. */
  | 'unused';

export interface CircuitBreakerOptions {
  /** Failures in a row that trip the breaker. */
  failures?: number;
  /** How long it stays open before the next probe. */
  openMs?: number;
  /** Called each time the breaker trips, also by a failed probe. */
  onTrip?: () => void;
  /** Called when it opens and when it closes again, not between the probes of one outage. */
  onChange?: (state: 'open' | 'closed') => void;
  now?: () => number;
}

export interface CircuitBreaker {
  state(): BreakerState;
  /** Whether an exchange may begin now: closed, or half-open while no probe is under way. */
  admits(): boolean;
  /** Milliseconds until the next probe may begin. */
  untilProbeMs(): number;
  /** Reserves the only probe: from now on no other exchange is admitted. */
  beginProbe(): void;
  /** Takes the result of an exchange into account. */
  record(signal: ServiceSignal, options?: { probe?: boolean }): void;
}

const FAILURES = 5;
export const OPEN_MS = 5_000;

export function createCircuitBreaker({
  failures = FAILURES,
  openMs = OPEN_MS,
  onTrip = () => undefined,
  onChange = () => undefined,
  now = () => performance.now(),
}: CircuitBreakerOptions = {}): CircuitBreaker {
  let failuresInARow = 0;
  let trippedAt: number | undefined;
  let probing = false;

  const untilProbeMs = () =>
    trippedAt === undefined ? 0 : Math.max(0, trippedAt + openMs - now());

  function trip(): void {
    const wasClosed = trippedAt === undefined;
    trippedAt = now();
    onTrip();
    if (wasClosed) onChange('open');
  }

  function succeed(probe: boolean): void {
    failuresInARow = 0;
    if (trippedAt === undefined || !probe) return;
    trippedAt = undefined;
    onChange('closed');
  }

  return {
    state() {
      if (trippedAt === undefined) return 'closed';
      return probing || untilProbeMs() === 0 ? 'half-open' : 'open';
    },
    admits: () => trippedAt === undefined || (!probing && untilProbeMs() === 0),
    untilProbeMs,
    beginProbe() {
      probing = true;
    },
    record(signal, { probe = false } = {}) {
      if (probe) probing = false;
      if (signal === 'unused') return;
      if (signal === 'success') return succeed(probe);
      if (signal !== 'throttled') failuresInARow += 1;
      const tripped = trippedAt !== undefined;
      if (probe || signal === 'down' || (failuresInARow >= failures && !tripped)) trip();
    },
  };
}
