/**
 * Delays prints while the process sends as many documents as it can. The threads that draw have the
 * lowest priority, but PDFs are also read, stored, synced and recorded, and so share PostgreSQL and
 * the disk with the documents that are sent.
 */
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Slack {
  /** Resolves when the process can do more, or after the longest delay. */
  wait(): Promise<void>;
  /** Delays no more prints. */
  stop(): void;
}

/** How much a process does, each from 0 to 1. */
export interface Load {
  /** The share of the places for documents that are taken. */
  places: number;
  /** The share of recent time in which its event loop worked. */
  loop: number;
}

const EVERY_MS = 250;
/** Five seconds: a load that never ends slows prints, and does not end them. */
const MOST_TURNS = 20;

/** @param places the share of the places for documents that are taken */
export function createSlack(places: () => number): Slack {
  let [last, loop] = [performance.eventLoopUtilization(), 0];
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization();
    loop = performance.eventLoopUtilization(now, last).utilization;
    last = now;
  }, EVERY_MS).unref();
  return slackOf(
    () => ({ places: places(), loop }),
    () => sleep(EVERY_MS),
    () => clearInterval(timer),
  );
}

/** @param turn resolves when the load is worth looking at again */
export function slackOf(
  load: () => Load,
  turn: () => Promise<void>,
  end: () => void = () => undefined,
): Slack {
  let stopped = false;
  return {
    async wait() {
      for (let turns = 0; turns < MOST_TURNS && !stopped && isFull(load()); turns++) await turn();
    },
    stop() {
      stopped = true;
      end();
    },
  };
}

/** With few documents under way, or an idle loop, they wait for callers or for the authority. */
const FULL: Load = { places: 0.75, loop: 0.1 };

const isFull = ({ places, loop }: Load): boolean => places >= FULL.places && loop >= FULL.loop;
