/**
 * The way to one service of the authority: how many may be on it at once, and when it is closed.
 * The number grows slowly while all goes well and halves when it is told to slow down or most
 * exchanges fail; after several failures in a row nobody passes but one probe at a time. A failure
 * among successes is that exchange's own: if each made the way narrower, an authority that loses
 * one answer in ten would be sent three at a time, and the backlog of an outage would take hours.
 */

export interface GateOptions {
  /** Exchanges at once, at most. */
  most: number;
  /** How long somebody may wait for room, before he is sent to do something else. */
  patienceMs?: number;
  /** Failures in a row that close it. */
  failures?: number;
  /** How long it rests before the next probe. */
  restMs?: number;
  /** Hears when it closes and when it opens again. */
  onChange?: (state: 'open' | 'closed') => void;
  now?: () => number;
}

/** How an exchange went, for those who come next; unused: there was none. */
export type Passage = 'well' | 'failed' | 'throttled' | 'unused';

export type Entry =
  | { is: 'in'; leave(passage: Passage): void }
  /** Closed; worth another look after so long. */
  | { is: 'closed'; againMs: number }
  | { is: 'busy' };

export interface Gate {
  enter(): Promise<Entry>;
  /** False while it is closed and it is too early for a probe, or a probe is on its way. */
  passable(): boolean;
  /** Closed for everybody's reasons, for so long: the authority said that it is down. */
  close(): void;
}

const PATIENCE_MS = 2_000;
const FAILURES = 5;
export const REST_MS = 5_000;
/** After an outage it begins with so many, and all run at once into a wall that is barely up. */
const CAREFUL = 2;
/**
 * Exchanges that make an opinion, and the share of failures among them at which it is the
 * authority's trouble.
 */
const RECENT = 8;
const TROUBLE = 0.5;

export function createGate({
  most,
  patienceMs = PATIENCE_MS,
  failures = FAILURES,
  restMs = REST_MS,
  ...rest
}: GateOptions): Gate {
  const { onChange = () => undefined, now = () => performance.now() } = rest;
  let limit = most;
  let inside = 0;
  let inARow = 0;
  /** The share of failures among the last exchanges; the older, the less it weighs. */
  let failing = 0;
  let closedAt: number | undefined;
  let probing = false;
  const waiting: (() => void)[] = [];

  const restLeft = () => (closedAt === undefined ? 0 : Math.max(0, closedAt + restMs - now()));
  const passable = () => closedAt === undefined || (!probing && restLeft() === 0);

  function close() {
    const wasOpen = closedAt === undefined;
    closedAt = now();
    limit = Math.min(CAREFUL, most);
    for (const wakeUp of waiting.splice(0)) wakeUp();
    if (wasOpen) onChange('closed');
  }

  function judge(passage: Passage, probe: boolean) {
    if (probe) probing = false;
    if (passage === 'unused') return;
    failing += (Number(passage !== 'well') - failing) / RECENT;
    if (passage === 'well') {
      inARow = 0;
      limit = Math.min(most, limit + 1 / limit);
      if (closedAt !== undefined && probe) {
        closedAt = undefined;
        onChange('open');
      }
    } else {
      if (passage === 'throttled' || failing > TROUBLE) limit = Math.max(1, limit / 2);
      inARow += passage === 'failed' ? 1 : 0;
      if (probe || (inARow >= failures && closedAt === undefined)) close();
    }
  }

  function pass(probe: boolean): Entry {
    inside += 1;
    let left = false;
    const leave = (passage: Passage) => {
      if (left) return;
      left = true;
      inside -= 1;
      judge(passage, probe);
      for (let room = Math.floor(limit) - inside; room > 0; room -= 1) waiting.shift()?.();
    };
    return { is: 'in', leave };
  }

  async function enter(): Promise<Entry> {
    const until = now() + patienceMs;
    for (;;) {
      if (closedAt !== undefined) {
        if (!passable()) return { is: 'closed', againMs: Math.max(restLeft(), 1_000) };
        probing = true;
        return pass(true);
      }
      if (inside < Math.floor(limit)) return pass(false);
      if (!(await room(until - now()))) return { is: 'busy' };
    }
  }

  /** Waits for its turn; false when the patience ended first. */
  function room(forMs: number): Promise<boolean> {
    if (forMs <= 0) return Promise.resolve(false);
    return new Promise((resolve) => {
      const done = (came: boolean) => {
        clearTimeout(timer);
        resolve(came);
      };
      const wakeUp = () => done(true);
      const timer = setTimeout(() => {
        const place = waiting.indexOf(wakeUp);
        if (place >= 0) waiting.splice(place, 1);
        done(false);
      }, forMs);
      waiting.push(wakeUp);
    });
  }

  return { enter, passable, close };
}
