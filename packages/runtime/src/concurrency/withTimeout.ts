/**
 * Waits no longer than a given time. The work itself continues: nothing cancels it.
 *
 * Not p-timeout: it captures an error's stack at every call, which takes 10 µs instead of 1, and it
 * accepts no time limit of zero.
 */

export interface TimeoutOptions {
  /** Makes the error; absent: a plain one that names the milliseconds. */
  error?(): Error;
  /**
   * Turns of the event loop between the time limit and the rejection, so that answers which arrived
   * while this process was busy are read first. Absent: 0.
   */
  graceTurns?: number;
  /** Whether the wait lets the process end; absent: false. */
  unref?: boolean;
}

/** Resolves to the result of `work`; rejects when there is none after `ms` milliseconds. */
export function withTimeout<T>(
  work: Promise<T>,
  ms: number,
  options: TimeoutOptions = {},
): Promise<T> {
  const { error = () => new Error(`no answer within ${ms} ms`) } = options;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => afterTurns(options.graceTurns ?? 0, () => reject(error())), ms);
    if (options.unref) timer.unref();
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** Resolves when `work` has resolved or rejected, and after `ms` milliseconds at the latest. */
export async function settledWithin(
  work: Promise<unknown> | undefined,
  ms: number,
  options: Pick<TimeoutOptions, 'unref'> = {},
): Promise<void> {
  await withTimeout(Promise.resolve(work), ms, options).catch(() => undefined);
}

function afterTurns(turns: number, giveUp: () => void): void {
  if (turns === 0) giveUp();
  else setImmediate(() => afterTurns(turns - 1, giveUp));
}
