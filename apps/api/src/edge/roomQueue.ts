/** The queue of bodies that wait for memory; those of one business keep their order. */

interface Waiting {
  /** Whether there is memory for it now. */
  fits(): boolean;
  /** Reserves the memory. */
  admit(): void;
}

export interface RoomQueue {
  has(businessId: number): boolean;
  /** @returns false when it waited too long, or when too many bodies of its business wait */
  wait(businessId: number, body: Waiting): Promise<boolean>;
  /** Admits the first bodies of each business as long as they fit. */
  admit(): void;
}

/** The most waiting bodies of one business; the first 16 to 128 kB of each are in memory. */
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
        // a smaller body behind it may fit now
        admit();
      }, maxWaitMs);
      line.add(body);
    });
  }

  return { has: (businessId) => waiting.has(businessId), wait, admit };
}
