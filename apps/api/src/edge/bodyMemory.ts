/**
 * Bounds the memory of bodies that are being read or wait to be parsed: in all, for each business
 * and for each connection.
 */
import type { Socket } from 'node:net';
import { createRoomQueue } from './roomQueue.js';

/** The most bytes of all bodies together. */
const MAX_TOTAL = 128_000_000;
/** Two bodies of the largest size: a connection may send one before the last is answered. */
const MAX_PER_CONNECTION = 4_200_000;

/** The reserved memory of one body. */
export interface Holding {
  /**
   * Adds arrived bytes.
   * @returns false, without adding them, when they exceed a bound
   */
  add(bytes: number): boolean;
  /**
   * Waits until there is room for a large body of `bytes` bytes and reserves it; `add` then counts
   * against this reservation.
   * @returns false when it waited too long, or when the connection has too many bytes
   */
  reserve(bytes: number): Promise<boolean>;
  /** Returns the part of the reservation beyond `bytes`, the body's actual length. */
  keep(bytes: number): void;
  release(): void;
}

export interface BodyMemory {
  open(businessId: number, connection: Socket): Holding;
}

/** The share of the free memory that one business may take. */
const SHARE = 1 / 8;
/** The share of all memory that a waiting body leaves free for small sales. */
const MARGIN = 1 / 500;
/**
 * The least share of all memory that a large body takes, which limits a business to 32 of them: a
 * body of short or invalid lines occupies a checking thread as long as a longer one. A thread that
 * rests for other businesses checks 32 in two seconds.
 */
const LEAST = 1 / 295;
/**
 * A body that waits longer for room is refused. Two hundred bodies of 500 lines are checked in ten
 * seconds beside the sales of others.
 */
const MAX_WAIT_MS = 12_000;
/**
 * Because each business gets a share of what is free, one alone reaches a ninth of the memory (32
 * sales of 500 lines, checked in a second or two), and ten leave more than a third free. Bodies
 * beyond the share of their business wait, without taking room from other businesses.
 */
export function createBodyMemory(max = MAX_TOTAL, maxWaitMs = MAX_WAIT_MS): BodyMemory {
  const held = createHeldBytes(max);
  const queue = createRoomQueue(maxWaitMs);

  return {
    open(businessId, connection) {
      const of = { businessId, connection };
      /** The reserved bytes of this body, and those that have arrived. */
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

/** The business and the connection that a body belongs to. */
interface Owner {
  businessId: number;
  connection: Socket;
}

/** Counts the reserved bytes: in all, by business and by connection. */
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
