/**
 * The exchanges that a process may have under way at once, shared by the endpoints. An endpoint may
 * have so many times as many as are free (dynamic thresholds: Choudhury and Hahne, 1998). Alone it
 * has seven of eight, two that are slow have seven of fifteen each, and some are free for the
 * others however many are slow. Each endpoint may have one.
 *
 * A document that waits for a place holds up those behind it. While other endpoints are used, as
 * many may wait as have a share; those beyond it come again when the endpoint has answered the ones
 * before them.
 */
export interface EndpointPlaces {
  readonly total: number;
  /** How many more exchanges may begin now. */
  room(): number;
  begin(): void;
  end(): void;
  /** Whether a document may wait for a place. */
  mayWait(): boolean;
  /** Counts `wait` among those that wait, and passes its result on. */
  waiting<T>(wait: Promise<T>): Promise<T>;
  /** In how many milliseconds a document that may not wait is to come again. */
  untilTurn(): number;
  /** Called after each end of an exchange, of any endpoint. */
  onEnd: Set<() => void>;
}

const TIMES_THE_FREE = 7;
/** How long an endpoint counts as used after a document for it. */
const USED_MS = 60_000;
/** The pace before an exchange has ended: a turn each 250 ms. */
const AT_FIRST = { ms: 1_000, ends: 4 };
/** Over which the pace is averaged, while exchanges are under way. */
const AVERAGED_MS = 60_000;
const MIN_TURN_MS = 1_000;
const MAX_TURN_MS = 60_000;

export interface Places {
  of(endpoint: string): EndpointPlaces;
}

export function createPlaces(total: number, now = () => performance.now()): Places {
  const endpoints = new Map<string, EndpointPlaces>();
  const all = { active: 0, waiting: 0 };
  const onEnd = new Set<() => void>();
  let lastUsed = '';
  /** When a document came for another endpoint than the one before it. */
  let changedAt = Number.NEGATIVE_INFINITY;

  /** At least one: the documents under way are bounded as well. */
  const share = (taken: number) => Math.max(1, TIMES_THE_FREE * (total - taken));

  function use(endpoint: string): void {
    if (endpoint === lastUsed) return;
    if (lastUsed !== '') changedAt = now();
    lastUsed = endpoint;
  }

  function create(endpoint: string): EndpointPlaces {
    const own = { active: 0, waiting: 0 };
    const turns = createTurns(now);
    return {
      total,
      onEnd,
      room() {
        use(endpoint);
        return share(all.active) - own.active;
      },
      begin() {
        if (own.active === 0) turns.began();
        own.active += 1;
        all.active += 1;
      },
      end() {
        own.active -= 1;
        all.active -= 1;
        turns.ended();
        for (const call of onEnd) call();
      },
      mayWait: () =>
        now() - changedAt > USED_MS || own.active + own.waiting < share(all.active + all.waiting),
      async waiting(wait) {
        own.waiting += 1;
        all.waiting += 1;
        return wait.finally(() => {
          own.waiting -= 1;
          all.waiting -= 1;
        });
      },
      untilTurn: turns.next,
    };
  }

  return {
    of(endpoint) {
      const found = endpoints.get(endpoint) ?? create(endpoint);
      endpoints.set(endpoint, found);
      return found;
    },
  };
}

/** Turns that come as often as exchanges end. */
function createTurns(now: () => number) {
  /** How many exchanges ended in how many milliseconds; what is older counts less. */
  let { ms, ends } = AT_FIRST;
  let since = 0;
  let last = 0;
  return {
    /** An exchange began where none was under way. */
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
    /** @returns milliseconds until the next turn, which is taken */
    next() {
      const at = now();
      last = Math.min(Math.max(last, at) + ms / ends, at + MAX_TURN_MS);
      return Math.max(MIN_TURN_MS, last - at);
    },
  };
}
