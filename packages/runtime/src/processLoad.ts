/** How busy this process is: its processor time, its memory and the delay of its event loop. */
import { monitorEventLoopDelay } from 'node:perf_hooks';

export interface ProcessLoad {
  /** CPU time since the last reading, as a share of one core. */
  cpu: number;
  /** Resident memory in MB. */
  rssMb: number;
  /** The longest delay of the event loop since the last reading, in milliseconds. */
  loopDelayMs: number;
}

const RESOLUTION_MS = 20;

/** @returns reads the load; each reading begins a new period */
export function startProcessLoad(): () => ProcessLoad {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  let cpuBefore = process.cpuUsage();
  let readAt = performance.now();
  return () => {
    const used = process.cpuUsage(cpuBefore);
    const elapsedMs = Math.max(1, performance.now() - readAt);
    cpuBefore = process.cpuUsage();
    readAt = performance.now();
    const loopDelayMs = Math.max(0, Math.round(delay.max / 1e6) - RESOLUTION_MS);
    delay.reset();
    return {
      cpu: Math.round((used.user + used.system) / 10 / elapsedMs) / 100,
      rssMb: Math.round(process.memoryUsage.rss() / 1e6),
      loopDelayMs,
    };
  };
}
