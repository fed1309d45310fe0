/** A queue that takes the items of its keys in turns, and the items of one key in their order. */
export interface RoundRobin<T> {
  add(key: number, item: T): void;
  /** The first item of the key whose turn it is. */
  take(): T | undefined;
  remove(key: number, item: T): void;
  isEmpty(): boolean;
}

export function createRoundRobin<T>(): RoundRobin<T> {
  // the first key is the next one; a key without items is absent
  const lines = new Map<number, T[]>();
  return {
    add(key, item) {
      const line = lines.get(key);
      if (line) line.push(item);
      else lines.set(key, [item]);
    },
    take() {
      const [next] = lines;
      if (!next) return undefined;
      const [key, line] = next;
      const item = line.shift();
      lines.delete(key);
      if (line.length > 0) lines.set(key, line);
      return item;
    },
    remove(key, item) {
      const rest = (lines.get(key) ?? []).filter((other) => other !== item);
      if (rest.length > 0) lines.set(key, rest);
      else lines.delete(key);
    },
    isEmpty: () => lines.size === 0,
  };
}
