/** The metrics of reads that a replica may answer: where they were answered, and how old. */
import type { Metrics } from './metrics.js';

export interface ReplicaMetrics {
  /** Counts a read. */
  count(target: string): void;
  /** @param lags how many milliseconds each replica is behind, in the order of the address */
  addLags(lags: () => readonly (number | undefined)[]): void;
}

export function createReplicaMetrics({ counter, gauge, onScrape }: Metrics): ReplicaMetrics {
  const reads = counter(
    'rafaga_replica_reads_total',
    'Reads that a replica may answer, by what answered; failed: the primary, after a replica.',
    ['target'],
  );
  return {
    count: (target) => reads.inc({ target }),
    addLags(lags) {
      const lag = gauge(
        'rafaga_replica_lag_seconds',
        'Seconds at most that a replica is behind, by its place in the address.',
        ['replica'],
      );
      onScrape([lag], async () => {
        for (const [index, ms] of lags().entries())
          if (ms !== undefined) lag.set({ replica: String(index + 1) }, ms / 1_000);
      });
    },
  };
}
