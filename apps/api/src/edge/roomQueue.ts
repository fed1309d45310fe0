/** Bodies that wait until there is room for them, those of a business in the order they came. */

interface Waiting {
  /** Whether there is room for it now. */
  fits(): boolean;
  /** Takes the room. */
  admit(): void;
}

export interface RoomQueue {
  has(businessId: number): boolean;
  /** @returns false when it waited too long, or when too many of its business wait */
  wait(businessId: number, body: Waiting): Promise<boolean>;
  /** Admits what fits now, of each business the first ones. */
  admit(): void;
}

/** Bodies of one business that wait at most: of each the first 16 to 128 kB are read. */
const MAX_WAITING = 256;

export function createRoomQueue(maxWaitMs: number): RoomQueue {
  const waiting = new Map<number, Set<Waiting>>();

  function admit(): void {
    for (const [businessId, line] of waiting) {
      for (const body of line) {
        if (!body.fits()) break;
        line.delete(body);
        body.admit();
      }
      if (line.size === 0) waiting.delete(businessId);
    }
  }

  function wait(businessId: number, { fits, admit: take }: Waiting): Promise<boolean> {
    const line = waiting.get(businessId) ?? new Set();
    if (line.size >= MAX_WAITING) return Promise.resolve(false);
    waiting.set(businessId, line);
    return new Promise((resolve) => {
      const body = {
        fits,
        admit() {
          clearTimeout(timer);
          take();
          resolve(true);
        },
      };
      const timer = setTimeout(() => {
        line.delete(body);
        resolve(false);
        // a smaller one behind it
        admit();
      }, maxWaitMs);
      line.add(body);
    });
  }

  return { has: (businessId) => waiting.has(businessId), wait, admit };
}
