/** What a probe is and what it finds: the part of the conditions that packages share. */

/** One thing that is wrong. */
export interface Condition {
  /** Stable, for machines: 'redis_lleno'. */
  word: string;
  /** In Spanish, for people; it names no host. */
  text: string;
  /** In Spanish: how to correct it. For the log and the panel, never for callers of the API. */
  remedy?: string;
}

/** A condition that holds now. */
export interface ActiveCondition extends Condition {
  since: Date;
}

/** One thing to check. */
export interface Probe {
  /** The words of all conditions that it can find: one that a check does not find has ended. */
  words: readonly string[];
  everyMs: number;
  /** A check that takes longer counts as failed. */
  withinMs: number;
  /** What is wrong now; empty when nothing is. */
  check(): Promise<readonly Condition[]>;
  /** The condition for a failed check; undefined leaves the conditions as they are. */
  failed(error: Error): Condition | undefined;
}
