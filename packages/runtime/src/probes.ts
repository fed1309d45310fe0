/**
 * Looks again and again at what a process needs, each thing in its own time: what is found begins
 * and ends the conditions of the process.
 */
import { withTimeout } from './concurrency/withTimeout.js';
import type { Condition, Conditions } from './conditions.js';

/** One thing to look at. */
export interface Probe {
  /** Every word that it can say: those that a look does not say have ended. */
  words: readonly string[];
  everyMs: number;
  /** A look that takes longer has failed. */
  withinMs: number;
  /** What is wrong now; nothing when all is well. */
  look(): Promise<readonly Condition[]>;
  /** What it means that a look failed; undefined: nothing is known, and what was known stays. */
  failed(error: Error): Condition | undefined;
}

export interface Probes<Name extends string> {
  /** Looks at once, out of turn. */
  look(name: Name): void;
  stop(): void;
}

/** A probe more is a row more. */
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
    look: (name) => rounds.get(name)?.soon(),
    stop() {
      for (const round of rounds.values()) round.stop();
    },
  };
}

/** One probe, never twice at a time. */
function startRound(conditions: Conditions, probe: Probe): { soon(): void; stop(): void } {
  let timer: NodeJS.Timeout | undefined;
  let looking = false;
  let again = false;
  let stopped = false;

  async function round(): Promise<void> {
    if (looking) {
      again = true;
      return;
    }
    looking = true;
    again = false;
    clearTimeout(timer);
    const found = await withTimeout(probe.look(), probe.withinMs, { unref: true }).catch(
      (error: Error) => {
        const failed = probe.failed(error);
        return failed && [failed];
      },
    );
    looking = false;
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
