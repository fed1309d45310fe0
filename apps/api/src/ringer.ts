/**
 * Rings for what was just issued, without keeping any caller waiting: what arrives during one ring
 * goes with the next.
 */
import type { Bell, Ring } from '@rafaga/queue';

export interface Ringer {
  ring(ring: Ring): void;
  /** Waits for the ring that is under way. */
  close(): Promise<void>;
}

const MOST_AT_ONCE = 500;

/** @param onError hears of rings that were lost; the sweep rings for those */
export function createRinger(bell: Bell, onError: (error: Error) => void): Ringer {
  let waiting: Ring[] = [];
  let ringing: Promise<void> | undefined;

  async function ringAll(): Promise<void> {
    // what this turn of the loop brings goes together
    await new Promise((resolve) => setImmediate(resolve));
    while (waiting.length > 0) {
      const rings = waiting.slice(0, MOST_AT_ONCE);
      waiting = waiting.slice(MOST_AT_ONCE);
      await bell.ring(rings).catch(onError);
    }
    ringing = undefined;
  }

  return {
    ring(ring) {
      waiting.push(ring);
      ringing ??= ringAll();
    },
    close: async () => {
      await ringing;
    },
  };
}
