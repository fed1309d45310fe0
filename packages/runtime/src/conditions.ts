/**
 * What is wrong with a process or with what it needs, each by a stable word: told when it begins
 * and when it ends, never per failure.
 */
import type { Logger } from './logger.js';

/** One thing that is wrong. */
export interface Condition {
  /** Stable, for machines: 'redis_lleno'. */
  word: string;
  /** In Spanish, for people; it names no host. */
  text: string;
  /** In Spanish: what mends it. For the log and the panel, not for whoever asks from outside. */
  remedy?: string;
}

/** A condition that holds now. */
export interface ActiveCondition extends Condition {
  since: Date;
}

export interface Conditions {
  /** It holds from now on; said again while it holds, it is only counted. */
  begin(condition: Condition): void;
  /** It holds no longer; nothing happens when it did not. */
  end(word: string): void;
  list(): ActiveCondition[];
}

export interface ConditionTimes {
  /** What goes on is told again after this. */
  remindMs?: number;
  /** What comes and goes is not told more often than this. */
  restMs?: number;
  now?(): number;
}

const REMIND_MS = 5 * 60_000;
const REST_MS = 60_000;

interface State extends ActiveCondition {
  began: number;
  seen: number;
  announced: boolean;
}

/** The conditions of one process; its log says `ALARMA` once for each. */
export function createConditions(
  log: Logger,
  { remindMs = REMIND_MS, restMs = REST_MS, now = Date.now }: ConditionTimes = {},
): Conditions {
  const standing = new Map<string, State>();
  const toldAt = new Map<string, number>();

  function tell(state: State): void {
    const { word, text, remedy, since, seen, announced } = state;
    const details = announced
      ? { condicion: word, desde: since.toISOString(), veces: seen }
      : { condicion: word };
    toldAt.set(word, now());
    state.announced = true;
    log.warn(
      `ALARMA: ${announced ? 'sigue: ' : ''}${text}${remedy === undefined ? '' : `. ${remedy}`}`,
      details,
    );
  }

  return {
    begin(condition) {
      const { word } = condition;
      const state = standing.get(word) ?? {
        ...condition,
        since: new Date(now()),
        began: now(),
        seen: 0,
        announced: false,
      };
      Object.assign(state, condition, { seen: state.seen + 1 });
      standing.set(word, state);
      const quietFor = now() - (toldAt.get(word) ?? Number.NEGATIVE_INFINITY);
      if (quietFor >= (state.announced ? remindMs : restMs)) tell(state);
    },
    end(word) {
      const state = standing.get(word);
      if (!state) return;
      standing.delete(word);
      const { text, began, seen, announced } = state;
      if (announced)
        log.info(`terminó: ${text}`, {
          condicion: word,
          segundos: Math.round((now() - began) / 1_000),
          veces: seen,
        });
    },
    list: () =>
      [...standing.values()].map(({ word, text, remedy, since }) => ({
        word,
        text,
        since,
        ...(remedy !== undefined && { remedy }),
      })),
  };
}
