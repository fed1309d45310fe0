/**
 * Turns a function of many items into a function of one: callers that arrive while a batch runs
 * share the next, and each gets its own result.
 */
import { type BatcherOptions, createBatcher } from './batcher.js';

export interface BatchedCallOptions<T, R>
  extends Pick<
    BatcherOptions<T>,
    'maxBatch' | 'maxInFlight' | 'beforeFirst' | 'beforeEach' | 'onIdle'
  > {
  /** Each result stands at the index of its item. */
  run(items: T[]): Promise<readonly R[]>;
  /**
   * Whether a batch that failed with this error is run again item by item, so that one bad item
   * does not fail the others; absent: never.
   */
  runsOneByOne?(error: unknown): boolean;
}

interface Call<T, R> {
  item: T;
  resolve(result: R): void;
  reject(error: unknown): void;
}

export function batchedCall<T, R>(options: BatchedCallOptions<T, R>): (item: T) => Promise<R> {
  const { run, runsOneByOne = () => false, ...gathering } = options;

  async function settle(calls: Call<T, R>[]): Promise<void> {
    try {
      const results = await run(calls.map(({ item }) => item));
      calls.forEach(({ resolve }, index) => {
        resolve(results[index] as R);
      });
    } catch (error) {
      if (calls.length > 1 && runsOneByOne(error)) for (const call of calls) await settle([call]);
      else for (const { reject } of calls) reject(error);
    }
  }

  const batcher = createBatcher<Call<T, R>>({ ...gathering, write: settle });
  return (item) =>
    new Promise((resolve, reject) => {
      batcher.add({ item, resolve, reject });
    });
}
