/**
 * Shares the places of a process, which are the exchanges that it may have under way at once, among
 * the endpoints. An endpoint may use up to seven times as many places as are free (dynamic
 * thresholds: Choudhury and Hahne, 1998): a slow endpoint alone uses 56 of 64, two use 30 each, and
 * some are free for the others however many are slow.
 *
 * A document that waits for a place delays the documents behind it. While other endpoints are in
 * use, no more documents may wait than the share of their endpoint; each further document comes
 * again at a turn of its own, as often as the endpoint ends exchanges.
 */
export interface EndpointPlaces {
  readonly total: number;
  /** How many more exchanges may begin now. */
  room(): number;
  begin(): void;
  end(): void;
  /** Whether a document may wait for a place. */
  mayWait(): boolean;
  /** Counts a document as waiting until `wait` ends. @returns the result of `wait` */
  waiting<T>(wait: Promise<T>): Promise<T>;
  /** In how many milliseconds a document that may not wait is to come again. */
  untilTurn(): number;
  /** Called after each end of an exchange, of any endpoint. */
  readonly onEnd: Set<() => void>;
}

export interface Places {
  of(endpoint: string): EndpointPlaces;
}

const TIMES_THE_FREE = 7;
/** How long an endpoint counts as in use after a document for it. */
const IN_USE_MS = 60_000;

export function createPlaces(total: number, now = () => performance.now()): Places {
  const shared = {
    total,
    active: 0,
    waiting: 0,
    onEnd: new Set<() => void>(),
    uses: createUses(now),
    now,
  };
  const endpoints = new Map<string, EndpointPlaces>();
  return {
    of(endpoint) {
      const found = endpoints.get(endpoint) ?? createEndpointPlaces(endpoint, shared);
      endpoints.set(endpoint, found);
      return found;
    },
  };
}

interface Shared {
  total: number;
  /** Exchanges under way, of all endpoints. */
  active: number;
  /** Documents that wait for a place, of all endpoints. */
  waiting: number;
  onEnd: Set<() => void>;
  uses: Uses;
  now(): number;
}

function createEndpointPlaces(endpoint: string, shared: Shared): EndpointPlaces {
  const { total, onEnd, uses } = shared;
  const own = { active: 0, waiting: 0 };
  const turns = createTurns(shared.now);
  /** At least one: the documents under way are bounded as well. */
  const share = (taken: number) => Math.max(1, TIMES_THE_FREE * (total - taken));
  return {
    total,
    onEnd,
    room() {
      uses.note(endpoint);
      return share(shared.active) - own.active;
    },
    begin() {
      if (own.active === 0) turns.began();
      own.active += 1;
      shared.active += 1;
    },
    end() {
      own.active -= 1;
      shared.active -= 1;
      turns.ended();
      for (const call of onEnd) call();
    },
    mayWait: () =>
      !uses.ofSeveral() || own.active + own.waiting < share(shared.active + shared.waiting),
    waiting(wait) {
      own.waiting += 1;
      shared.waiting += 1;
      return wait.finally(() => {
        own.waiting -= 1;
        shared.waiting -= 1;
      });
    },
    untilTurn: turns.next,
  };
}

interface Uses {
  /** A document has come for this endpoint. */
  note(endpoint: string): void;
  /** Whether documents of several endpoints have come lately. */
  ofSeveral(): boolean;
}

function createUses(now: () => number): Uses {
  let last: string | undefined;
  let changedAt = Number.NEGATIVE_INFINITY;
  return {
    note(endpoint) {
      if (endpoint === last) return;
      if (last !== undefined) changedAt = now();
      last = endpoint;
    },
    ofSeveral: () => now() - changedAt <= IN_USE_MS,
  };
}

/** The pace before an exchange has ended: a turn each 250 ms. */
const AT_FIRST = { ms: 1_000, ends: 4 };
/** The time over which the pace is averaged, of that in which exchanges are under way. */
const AVERAGED_MS = 60_000;
const MIN_TURN_MS = 1_000;
const MAX_TURN_MS = 60_000;

/** Turns that come as often as the exchanges of an endpoint end. */
function createTurns(now: () => number) {
  /** How many exchanges ended in how many milliseconds; older ones count less. */
  let { ms, ends } = AT_FIRST;
  let since = 0;
  let last = 0;
  return {
    /** An exchange began while none was under way. */
    began() {
      since = now();
    },
    ended() {
      const took = now() - since;
      const kept = Math.exp(-took / AVERAGED_MS);
      ms = ms * kept + took;
      ends = ends * kept + 1;
      since += took;
    },
    /** Takes the next turn. @returns in how many milliseconds it comes */
    next() {
      const at = now();
      last = Math.min(Math.max(last, at) + ms / ends, at + MAX_TURN_MS);
      return Math.max(MIN_TURN_MS, last - at);
    },
  };
}
