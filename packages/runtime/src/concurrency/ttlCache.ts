/**
 * Bounded caches: full, they drop the entry that was not used for longest (lru-cache); with a time
 * to live, an entry is gone after it.
 */
import { LRUCache } from 'lru-cache';

export interface TtlCacheOptions {
  /** Entries at most. */
  max: number;
  /** Counted from `set`; without end, if absent. */
  ttlMs?: number;
  /** For tests. */
  now?(): number;
}

export interface TtlCache<K, V> {
  get(key: K): V | undefined;
  set(key: K, value: V): void;
  delete(key: K): void;
  clear(): void;
  /** What is cached, old entries included that have not been dropped yet. */
  values(): V[];
  /** How long the entry will live on; 0 when there is none. */
  remainingMs(key: K): number;
}

interface Entry<V> {
  value: V;
  until: number;
}

/** lru-cache's own time to live takes the time 0 for none, and ends a millisecond later. */
export function ttlCache<K extends {}, V>({
  max,
  ttlMs = Number.POSITIVE_INFINITY,
  now = () => performance.now(),
}: TtlCacheOptions): TtlCache<K, V> {
  const entries = new LRUCache<K, Entry<V>>({ max });

  function current(key: K): Entry<V> | undefined {
    const entry = entries.get(key);
    if (!entry || entry.until > now()) return entry;
    entries.delete(key);
    return undefined;
  }

  return {
    get: (key) => current(key)?.value,
    set: (key, value) => {
      entries.set(key, { value, until: now() + ttlMs });
    },
    delete: (key) => {
      entries.delete(key);
    },
    clear: () => entries.clear(),
    values: () => [...entries.values()].map(({ value }) => value),
    remainingMs: (key) => {
      const entry = current(key);
      return entry ? entry.until - now() : 0;
    },
  };
}

/**
 * Caches what `make` gave for each key; a failure is not kept, so that the next call tries again.
 */
export function memoize<K extends {}, T>(
  options: TtlCacheOptions,
): (key: K, make: () => Promise<T>) => Promise<T> {
  const made = ttlCache<K, Promise<T>>(options);

  return (key, make) => {
    const known = made.get(key);
    if (known) return known;
    const making = make();
    made.set(key, making);
    making.catch(() => {
      if (made.get(key) === making) made.delete(key);
    });
    return making;
  };
}
