/**
 * Bounds the memory of bodies that are being read or wait to be parsed: of all together, of each
 * business and of each connection.
 */
import type { Socket } from 'node:net';
import { createRoomQueue } from './roomQueue.js';

/** All bodies together. */
const MAX_TOTAL = 128_000_000;
/** Two bodies of the largest size: a connection may send one before the last is answered. */
const MAX_PER_CONNECTION = 4_200_000;

/** The memory of one body. */
export interface Holding {
  /** @returns false when the bytes exceed a bound; they are not held then */
  add(bytes: number): boolean;
  /**
   * Waits until there is room for a large body of so many bytes, which are then not held again as
   * they come.
   * @returns false when it waited too long, or when the connection has too many
   */
  reserve(bytes: number): Promise<boolean>;
  /** Gives back what was reserved beyond the bytes that it has. */
  keep(bytes: number): void;
  release(): void;
}

export interface BodyMemory {
  open(businessId: number, connection: Socket): Holding;
}

/** A business may hold this part of what is free. */
const SHARE = 1 / 8;
/** A waiting body leaves this part of all memory free: small sales do not wait behind it. */
const MARGIN = 1 / 500;
/**
 * A large body takes at least this part of all memory, so that one business has 32 at most: those
 * of short or of wrong lines take a thread as long as longer ones, and wait unread like them. A
 * thread that pauses for others checks as many in two seconds.
 */
const LEAST = 1 / 295;
/**
 * A body that waits longer for room is refused: two hundred of 500 lines are checked in ten seconds
 * beside the sales of others, and a caller that wrote as many waits as long for a slow network.
 */
const MAX_WAIT_MS = 12_000;
/**
 * One business alone reaches a ninth of the memory, room for 32 sales of 500 lines at once, which
 * are checked in a second or two; ten together leave more than a third of it free. No number
 * of bodies of one business takes the room of the others: what does not fit waits for its own.
 */
export function createBodyMemory(max = MAX_TOTAL, maxWaitMs = MAX_WAIT_MS): BodyMemory {
  const held = createHeldBytes(max);
  const queue = createRoomQueue(maxWaitMs);

  return {
    open(businessId, connection) {
      const of = { businessId, connection };
      /** What is held of it, and what of it has come. */
      let [own, arrived] = [0, 0];
      const change = (bytes: number): void => {
        own += bytes;
        held.change(of, bytes);
      };
      return {
        add(bytes) {
          const missing = arrived + bytes - own;
          if (missing > 0) {
            if (!held.fits(of, missing) || !held.fitsConnection(of, missing)) return false;
            change(missing);
          }
          arrived += bytes;
          return true;
        },
        async reserve(bytes) {
          const missing = Math.max(bytes, max * LEAST) - own;
          if (!held.fitsConnection(of, missing)) return false;
          const fits = () => held.fits(of, missing + max * MARGIN);
          const admit = () => change(missing);
          if (queue.has(businessId) || !fits()) return queue.wait(businessId, { fits, admit });
          admit();
          return true;
        },
        keep(bytes) {
          arrived = bytes;
          const most = Math.max(bytes, max * LEAST);
          if (own <= most) return;
          change(most - own);
          queue.admit();
        },
        release() {
          change(-own);
          queue.admit();
        },
      };
    },
  };
}

/** Of which business and connection a body is. */
interface Owner {
  businessId: number;
  connection: Socket;
}

/** The bytes of all bodies together, of each business and of each connection. */
function createHeldBytes(max: number) {
  const ofBusiness = new Map<number, number>();
  const ofConnection = new WeakMap<Socket, number>();
  let total = 0;
  return {
    fits: ({ businessId }: Owner, bytes: number): boolean =>
      (ofBusiness.get(businessId) ?? 0) + bytes <= (max - total) * SHARE,
    fitsConnection: ({ connection }: Owner, bytes: number): boolean =>
      (ofConnection.get(connection) ?? 0) + bytes <= MAX_PER_CONNECTION,
    change({ businessId, connection }: Owner, bytes: number): void {
      total += bytes;
      const held = (ofBusiness.get(businessId) ?? 0) + bytes;
      if (held === 0) ofBusiness.delete(businessId);
      else ofBusiness.set(businessId, held);
      ofConnection.set(connection, (ofConnection.get(connection) ?? 0) + bytes);
    },
  };
}
