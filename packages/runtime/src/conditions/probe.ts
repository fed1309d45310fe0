/** The types of a probe and of the conditions that it finds, which other packages use. */

/** A problem. */
export interface Condition {
  /** A stable name for machines: 'redis_lleno'. */
  word: string;
  /** A Spanish text for people; it contains no host name. */
  text: string;
  /** How to correct it, in Spanish. For the log and the panel, never for callers of the API. */
  remedy?: string;
}

/** A condition that is active now. */
export interface ActiveCondition extends Condition {
  since: Date;
}

/** One thing to check. */
export interface Probe {
  /** The words of all conditions that it can find; those that a check does not find end. */
  words: readonly string[];
  everyMs: number;
  /** A check that takes longer counts as failed. */
  withinMs: number;
  /** What is wrong now; empty when nothing is. */
  check(): Promise<readonly Condition[]>;
  /** The condition for a failed check; undefined leaves the conditions as they are. */
  failed(error: Error): Condition | undefined;
}
