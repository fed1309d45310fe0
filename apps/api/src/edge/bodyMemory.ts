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
  release(): void;
}

export interface BodyMemory {
  open(businessId: number, connection: Socket): Holding;
}

/** A business may hold this part of what is free. */
const SHARE = 1 / 4;

/**
 * One business alone reaches a fifth of the memory, room for 128 sales of 500 full lines at once;
 * ten together leave a tenth of it free. No number of bodies of one business takes the room of
 * the others.
 */
export function createBodyMemory(max = MAX_TOTAL): BodyMemory {
  const ofBusiness = new Map<number, number>();
  const ofConnection = new WeakMap<Socket, number>();
  let total = 0;

  return {
    open(businessId, connection) {
      let own = 0;
      function change(bytes: number): void {
        own += bytes;
        total += bytes;
        const held = (ofBusiness.get(businessId) ?? 0) + bytes;
        if (held === 0) ofBusiness.delete(businessId);
        else ofBusiness.set(businessId, held);
        ofConnection.set(connection, (ofConnection.get(connection) ?? 0) + bytes);
      }
      return {
        add(bytes) {
          const held = (ofBusiness.get(businessId) ?? 0) + bytes;
          if (held > (max - total) * SHARE) return false;
          if ((ofConnection.get(connection) ?? 0) + bytes > MAX_PER_CONNECTION) return false;
          change(bytes);
          return true;
        },
        release: () => change(-own),
      };
    },
  };
}
