/**
 * Checks what a process needs, each thing at its own interval, and begins and ends the conditions
 * of the process by what the checks find.
 */
import { withTimeout } from '../concurrency/withTimeout.js';
import type { Conditions } from './conditions.js';
import type { Condition, Probe } from './probe.js';

export interface Probes<Name extends string> {
  /** Checks now, without waiting for the next interval. */
  check(name: Name): void;
  stop(): void;
}

/** Starts all probes; each checks at its own interval until it is stopped. */
export function startProbes<Name extends string>(
  conditions: Conditions,
  probes: { readonly [Each in Name]?: Probe },
): Probes<Name> {
  const rows = Object.entries(probes) as [string, Probe | undefined][];
  const rounds = new Map(
    rows.flatMap(([name, probe]) =>
      probe ? [[name, startRound(conditions, probe)] as const] : [],
    ),
  );
  return {
    check: (name) => rounds.get(name)?.soon(),
    stop() {
      for (const round of rounds.values()) round.stop();
    },
  };
}

/** Runs one probe, never twice at the same time. */
function startRound(conditions: Conditions, probe: Probe): { soon(): void; stop(): void } {
  let timer: NodeJS.Timeout | undefined;
  let checking = false;
  let again = false;
  let stopped = false;

  async function round(): Promise<void> {
    if (stopped) return;
    if (checking) {
      again = true;
      return;
    }
    checking = true;
    again = false;
    clearTimeout(timer);
    const found = await withTimeout(probe.check(), probe.withinMs, { unref: true }).catch(
      (error: Error) => {
        const failed = probe.failed(error);
        return failed && [failed];
      },
    );
    checking = false;
    if (stopped) return;
    if (found) note(conditions, probe.words, found);
    timer = setTimeout(round, again ? 0 : probe.everyMs).unref();
  }

  void round();
  return {
    soon: () => void round(),
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

function note(conditions: Conditions, words: readonly string[], found: readonly Condition[]): void {
  for (const word of words)
    if (!found.some((condition) => condition.word === word)) conditions.end(word);
  for (const condition of found) conditions.begin(condition);
}
