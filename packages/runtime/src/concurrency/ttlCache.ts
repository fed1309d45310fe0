/**
 * Bounded caches: a full one drops the least recently used entries (lru-cache); with a time to
 * live, an entry expires after it.
 */
import { LRUCache } from 'lru-cache';

export interface TtlCacheOptions<V = unknown> {
  /** Entries at most. */
  max: number;
  /** The size of all entries at most, and of one: a larger one is not kept. No bound, if absent. */
  size?: { of(value: V): number; max: number; maxOfOne: number };
  /** Counted from `set`; entries do not expire, if absent. */
  ttlMs?: number;
  /** For tests. */
  now?(): number;
}

export interface TtlCache<K, V> {
  get(key: K): V | undefined;
  set(key: K, value: V): void;
  delete(key: K): void;
  clear(): void;
  /** The cached values, with expired ones that are not dropped yet. */
  values(): V[];
  /** Milliseconds until the entry expires; 0 without an entry. */
  remainingMs(key: K): number;
}

interface Entry<V> {
  value: V;
  until: number;
}

/** Not with the time to live of lru-cache: it treats 0 as none, and ends a millisecond later. */
export function ttlCache<K extends {}, V>({
  max,
  size,
  ttlMs = Number.POSITIVE_INFINITY,
  now = () => performance.now(),
}: TtlCacheOptions<V>): TtlCache<K, V> {
  const entries = new LRUCache<K, Entry<V>>({
    max,
    ...(size && {
      sizeCalculation: ({ value }) => size.of(value),
      maxSize: size.max,
      maxEntrySize: size.maxOfOne,
    }),
  });

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
  options: Omit<TtlCacheOptions, 'size'>,
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
