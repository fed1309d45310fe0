/**
 * Runs work of several milliseconds in slices, one in a turn of the event loop, taking the
 * businesses in turns. After each slice it pauses for as long, so that one request does not delay
 * the others.
 */
import { Refusal } from '@rafaga/contract';

export interface Slices {
  /** Runs the steps of the iterator, as many in each slice as fit, and resolves to its result. */
  finish<T>(businessId: number, work: Iterator<unknown, T>): Promise<T>;
}

/** Work that is not finished after this time is refused: the answer would come too late. */
const MAX_WAIT_MS = 2_500;
/** A slice ends after the step that reaches this time. */
const SLICE_MS = 2;

interface Task {
  since: number;
  /** @returns whether the work is finished */
  slice(): boolean;
  refuse(error: Error): void;
}

/** Work that waits too long is rejected with Refusal `overloaded`. */
export function createSlices(now: () => number = () => performance.now()): Slices {
  // the first business is the next; its tasks are finished one after another
  const waiting = new Map<number, Task[]>();
  let pauseUntil = 0;

  function add(businessId: number, task: Task): void {
    const tasks = waiting.get(businessId);
    if (tasks) tasks.push(task);
    else waiting.set(businessId, [task]);
    if (waiting.size === 1 && !tasks) schedule();
  }

  function next(): void {
    const began = now();
    const [turn] = waiting;
    if (turn) sliceOf(...turn);
    pauseUntil = 2 * now() - began;
    if (waiting.size > 0) schedule();
  }

  function schedule(): void {
    const pause = pauseUntil - now();
    if (pause < 1) setImmediate(next);
    else setTimeout(next, pause);
  }

  /**
   * Runs a slice of the first task of the business that is still in time, then puts the business
   * last.
   */
  function sliceOf(businessId: number, tasks: Task[]): void {
    waiting.delete(businessId);
    while (tasks[0] && now() - tasks[0].since > MAX_WAIT_MS)
      tasks.shift()?.refuse(new Refusal('overloaded'));
    if (tasks[0]?.slice()) tasks.shift();
    if (tasks.length > 0) waiting.set(businessId, tasks);
  }

  return {
    finish: (businessId, work) =>
      new Promise((resolve, refuse) => {
        const slice = () => runSlice(work, now, { resolve, refuse });
        add(businessId, { since: now(), slice, refuse });
      }),
  };
}

interface Settle<T> {
  resolve(result: T): void;
  refuse(error: Error): void;
}

/** Runs steps until the slice or the work ends. @returns whether the work is finished */
function runSlice<T>(
  work: Iterator<unknown, T>,
  now: () => number,
  { resolve, refuse }: Settle<T>,
): boolean {
  try {
    const until = now() + SLICE_MS;
    let step = work.next();
    while (!step.done && now() < until) step = work.next();
    if (step.done) resolve(step.value);
    return step.done === true;
  } catch (error) {
    refuse(error as Error);
    return true;
  }
}
