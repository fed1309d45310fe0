/**
 * The problems of a process and of the servers that it needs, each under a stable word. Each is
 * logged when it begins and when it ends, not at every failure.
 */
import type { Logger } from '../logger.js';
import type { ActiveCondition, Condition } from './probe.js';

export interface Conditions {
  /** Begins a condition; repeated calls are only counted until it ends. */
  begin(condition: Condition): void;
  /** Ends a condition, if it is active. */
  end(word: string): void;
  list(): ActiveCondition[];
}

export interface ConditionTimes {
  /** An active condition is logged again after this time. */
  remindMs?: number;
  /** A condition that begins and ends repeatedly is logged at most this often. */
  minIntervalMs?: number;
  now?(): number;
}

const REMIND_MS = 5 * 60_000;
const MIN_INTERVAL_MS = 60_000;

interface State extends ActiveCondition {
  began: number;
  seen: number;
  logged: boolean;
}

/** The conditions of one process; its log says `ALARMA` once for each. */
export function createConditions(
  log: Logger,
  { remindMs = REMIND_MS, minIntervalMs = MIN_INTERVAL_MS, now = Date.now }: ConditionTimes = {},
): Conditions {
  const active = new Map<string, State>();
  const loggedAt = new Map<string, number>();

  return {
    begin(condition) {
      const { word } = condition;
      const state = active.get(word) ?? begun(condition, now());
      Object.assign(state, condition, { seen: state.seen + 1 });
      active.set(word, state);
      const quietFor = now() - (loggedAt.get(word) ?? Number.NEGATIVE_INFINITY);
      if (quietFor < (state.logged ? remindMs : minIntervalMs)) return;
      loggedAt.set(word, now());
      logAlarm(log, state);
      state.logged = true;
    },
    end(word) {
      const state = active.get(word);
      if (!state) return;
      active.delete(word);
      if (state.logged) logEnd(log, state, now());
    },
    list: () =>
      [...active.values()].map(({ word, text, remedy, since }) => ({
        word,
        text,
        since,
        ...(remedy !== undefined && { remedy }),
      })),
  };
}

const begun = (condition: Condition, now: number): State => ({
  ...condition,
  since: new Date(now),
  began: now,
  seen: 0,
  logged: false,
});

function logAlarm(log: Logger, { word, text, remedy, since, seen, logged }: State): void {
  const details = logged
    ? { condition: word, since: since.toISOString(), times: seen }
    : { condition: word };
  log.warn(
    `ALARMA: ${logged ? 'sigue: ' : ''}${text}${remedy === undefined ? '' : `. ${remedy}`}`,
    details,
  );
}

function logEnd(log: Logger, { word, text, began, seen }: State, now: number): void {
  log.info(`terminó: ${text}`, {
    condition: word,
    seconds: Math.round((now - began) / 1_000),
    times: seen,
  });
}
