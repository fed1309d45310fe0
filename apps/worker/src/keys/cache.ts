/**
 * Remembers what was expensive to open, the most recent few hundred; a failure is not remembered.
 */

const MOST = 500;

export function createCache<T>(most = MOST): (key: string, open: () => Promise<T>) => Promise<T> {
  const known = new Map<string, Promise<T>>();
  return (key, open) => {
    const found = known.get(key) ?? open();
    // to the end: the first is the one that nobody asked for longest
    known.delete(key);
    known.set(key, found);
    found.catch(() => known.get(key) === found && known.delete(key));
    if (known.size > most) known.delete(known.keys().next().value as string);
    return found;
  };
}
