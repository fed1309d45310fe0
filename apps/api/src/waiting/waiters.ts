/**
 * The callers of this process that wait for the decision on a document. Their number is bounded, in
 * all and for each business; each holds a response without a body.
 */

/** A document that callers wait for. */
export interface Awaited {
  documentId: number;
  businessId: number;
}

export interface Waiting {
  /** True when the document may have been decided; false when the wait is over. */
  next(): Promise<boolean>;
  /** Ends the wait and frees its place. */
  close(): void;
}

export interface Waiters {
  /** @returns undefined when there is no free place: the caller is then answered at once */
  open(document: Awaited, ms: number): Waiting | undefined;
  /** Wakes the callers that wait for these documents. */
  wake(documentIds: readonly number[]): void;
  /** The documents for which callers wait, without repetitions. */
  documents(): Awaited[];
  /** Ends every wait and accepts no more. */
  close(): void;
}

const MAX_WAITING = 10_000;
/**
 * The share of the free places that one business may take: one alone reaches a fifth of all, ten
 * leave a tenth free.
 */
const SHARE = 1 / 4;

interface Waiter extends Awaited, Waiting {
  wake(): void;
}

export function createWaiters(max = MAX_WAITING): Waiters {
  const ofDocument = new Map<number, Set<Waiter>>();
  const ofBusiness = new Map<number, number>();
  let total = 0;
  let closed = false;

  function count(businessId: number, change: 1 | -1): void {
    const left = (ofBusiness.get(businessId) ?? 0) + change;
    if (left === 0) ofBusiness.delete(businessId);
    else ofBusiness.set(businessId, left);
    total += change;
  }

  function remove(waiter: Waiter): void {
    const { documentId, businessId } = waiter;
    const waiters = ofDocument.get(documentId);
    if (!waiters?.delete(waiter)) return;
    if (waiters.size === 0) ofDocument.delete(documentId);
    count(businessId, -1);
  }

  return {
    open(document, ms) {
      const own = ofBusiness.get(document.businessId) ?? 0;
      if (closed || own >= (max - total) * SHARE) return undefined;
      const waiter: Waiter = { ...document, ...createWait(ms, () => remove(waiter)) };
      ofDocument.set(
        document.documentId,
        (ofDocument.get(document.documentId) ?? new Set()).add(waiter),
      );
      count(document.businessId, 1);
      return waiter;
    },
    wake(documentIds) {
      if (total === 0) return;
      for (const id of documentIds) for (const waiter of ofDocument.get(id) ?? []) waiter.wake();
    },
    documents: () => [...ofDocument.values()].flatMap(([waiter]) => waiter ?? []),
    close() {
      closed = true;
      for (const waiters of ofDocument.values()) for (const waiter of waiters) waiter.close();
    },
  };
}

/** One wait of `ms` milliseconds. A wake-up before the call of `next` is remembered. */
function createWait(ms: number, onClose: () => void): Waiting & { wake(): void } {
  let woken = false;
  let over = false;
  let settle: ((goesOn: boolean) => void) | undefined;
  const timer = setTimeout(close, ms);

  function close(): void {
    over = true;
    clearTimeout(timer);
    onClose();
    settle?.(false);
  }

  return {
    async next() {
      if (over) return false;
      if (!woken) {
        const goesOn = await new Promise<boolean>((resolve) => {
          settle = resolve;
        });
        settle = undefined;
        if (!goesOn) return false;
      }
      woken = false;
      return true;
    },
    wake() {
      woken = true;
      settle?.(true);
    },
    close,
  };
}
