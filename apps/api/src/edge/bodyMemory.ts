/**
 * Bounds the memory of bodies that are being read or wait to be parsed: of all together, of each
 * business and of each connection.
 */
import type { Socket } from 'node:net';

/** All bodies together. */
const MAX_TOTAL = 128_000_000;
/** Two bodies of the largest size: a connection may send one before the last is answered. */
const MAX_PER_CONNECTION = 4_200_000;

/** The memory of one body. */
export interface Holding {
  /** @returns false when the bytes exceed a bound; they are not held then */
  add(bytes: number): boolean;
  /**
   * Waits until there is room for so many bytes, which are then not held again as they come.
   * @returns false when it waited too long, or when the connection has too many
   */
  reserve(bytes: number): Promise<boolean>;
  release(): void;
}

export interface BodyMemory {
  open(businessId: number, connection: Socket): Holding;
}

/** A business may hold this part of what is free. */
const SHARE = 1 / 8;
/** A waiting body leaves this part of all memory free: small sales do not wait behind it. */
const MARGIN = 1 / 500;
/** A body that waits longer for room is refused. */
const MAX_WAIT_MS = 7_500;
/** Bodies of one business that wait at most: of each the first 16 to 128 kB are read. */
const MAX_WAITING = 256;

/** Bodies of one business that wait for room, in the order in which they came. */
type Waiting = Set<{ fits(): boolean; admit(): void }>;

/**
 * One business alone reaches a ninth of the memory, room for 64 sales of 500 full lines at once,
 * which are checked in a second or two; ten together leave more than a third of it free. No number
 * of bodies of one business takes the room of the others: what does not fit waits for its own.
 */
export function createBodyMemory(max = MAX_TOTAL, maxWaitMs = MAX_WAIT_MS): BodyMemory {
  const ofBusiness = new Map<number, number>();
  const ofConnection = new WeakMap<Socket, number>();
  const waiting = new Map<number, Waiting>();
  let total = 0;

  /** Admits what fits now, of each business the first ones. */
  function admitWaiting(): void {
    for (const [businessId, line] of waiting) {
      for (const body of line) {
        if (!body.fits()) break;
        line.delete(body);
        body.admit();
      }
      if (line.size === 0) waiting.delete(businessId);
    }
  }

  /** Resolves to false when the time is over. */
  function waitFor(businessId: number, fits: () => boolean, admit: () => void): Promise<boolean> {
    const line: Waiting = waiting.get(businessId) ?? new Set();
    waiting.set(businessId, line);
    return new Promise((resolve) => {
      const body = {
        fits,
        admit() {
          clearTimeout(timer);
          admit();
          resolve(true);
        },
      };
      const timer = setTimeout(() => {
        line.delete(body);
        resolve(false);
        // a smaller one behind it
        admitWaiting();
      }, maxWaitMs);
      line.add(body);
    });
  }

  return {
    open(businessId, connection) {
      let own = 0;
      let arrived = 0;
      function change(bytes: number): void {
        own += bytes;
        total += bytes;
        const held = (ofBusiness.get(businessId) ?? 0) + bytes;
        if (held === 0) ofBusiness.delete(businessId);
        else ofBusiness.set(businessId, held);
        ofConnection.set(connection, (ofConnection.get(connection) ?? 0) + bytes);
      }
      const fits = (bytes: number): boolean =>
        (ofBusiness.get(businessId) ?? 0) + bytes <= (max - total) * SHARE;
      const fitsConnection = (bytes: number): boolean =>
        (ofConnection.get(connection) ?? 0) + bytes <= MAX_PER_CONNECTION;
      return {
        add(bytes) {
          const missing = arrived + bytes - own;
          if (missing > 0) {
            if (!fits(missing) || !fitsConnection(missing)) return false;
            change(missing);
          }
          arrived += bytes;
          return true;
        },
        async reserve(bytes) {
          if (!fitsConnection(bytes)) return false;
          const fitsWell = () => fits(bytes + max * MARGIN);
          if (waiting.has(businessId) || !fitsWell()) {
            if ((waiting.get(businessId)?.size ?? 0) >= MAX_WAITING) return false;
            return waitFor(businessId, fitsWell, () => change(bytes));
          }
          change(bytes);
          return true;
        },
        release() {
          change(-own);
          admitWaiting();
        },
      };
    },
  };
}
