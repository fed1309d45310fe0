/** Counts this process's requests to the authorities by hour, until they are written. */
import { bucketOf, type RequestCount } from '@rafaga/db';
import type { EndedRequest } from '../metrics/workerMetrics.js';

export interface RequestCounts {
  add(request: EndedRequest): void;
  /** Takes what was counted since the last call. */
  take(): RequestCount[];
  /** Adds counts that could not be written to the next `take`. */
  putBack(counts: readonly RequestCount[]): void;
}

const HOUR_MS = 3_600_000;

export function createRequestCounts(now: () => number = Date.now): RequestCounts {
  let counted = new Map<string, RequestCount>();

  function sum(more: RequestCount): void {
    const { hour, authority, operation, result, bucket } = more;
    const key = `${hour.getTime()} ${authority} ${operation} ${result} ${bucket}`;
    const known = counted.get(key);
    if (known) known.count += more.count;
    else counted.set(key, more);
  }

  return {
    add({ authority, operation, outcome, tookMs }) {
      const hour = new Date(Math.floor(now() / HOUR_MS) * HOUR_MS);
      const bucket = bucketOf(tookMs);
      sum({ hour, authority, operation, result: outcome, bucket, count: 1 });
    },
    take() {
      const taken = [...counted.values()];
      counted = new Map();
      return taken;
    },
    putBack(counts) {
      for (const each of counts) sum(each);
    },
  };
}
