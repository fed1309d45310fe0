/**
 * Bounded caches: a full one drops the least recently used entries (lru-cache); with `ttlMs`,
 * entries also expire.
 */
import { LRUCache } from 'lru-cache';

export interface TtlCacheOptions<V = unknown> {
  /** The most entries. */
  max: number;
  /** Bounds the size of all entries and of one: a larger entry is not kept. Absent: no bound. */
  size?: { of(value: V): number; max: number; maxOfOne: number };
  /** How long an entry lives after `set`; absent: for ever. */
  ttlMs?: number;
  /** Replaced by tests. */
  now?(): number;
}

export interface TtlCache<K, V> {
  get(key: K): V | undefined;
  set(key: K, value: V): void;
  delete(key: K): void;
  clear(): void;
  /** The cached values, including expired ones that are not dropped yet. */
  values(): V[];
  /** Milliseconds until the entry expires; 0 without an entry. */
  remainingMs(key: K): number;
}

interface Entry<V> {
  value: V;
  until: number;
}

/**
 * Does not use lru-cache's own time to live, which treats 0 as none and ends a millisecond late.
 */
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
 * Caches the results of `make` by key. A failure is not cached, so that the next call tries again.
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
