/** The time between two rounds of what a worker does also when no document waits. */

/** However low `pace` is, looking for work must not take more of a processor than the work. */
const SHORTEST_MS = 500;

/**
 * @param pace multiplies the time
 * @param shortest the least time, whatever `pace` is
 */
export const roundsApart = (ms: number, pace: number, shortest = SHORTEST_MS): number =>
  Math.max(shortest, ms * pace);
