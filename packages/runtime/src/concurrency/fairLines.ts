/**
 * The lines (queues) of one rank of a fair queue: one line for each key, in groups that take turns.
 * The newest job of a line runs first, and the oldest leaves when the line is full, so that after a
 * flood a new request is served before the rest of the flood.
 */

export interface Job {
  start(): Promise<void>;
  refuse(): void;
}

export interface Lines {
  /** @returns the job that loses its place: an older one, or this one */
  add(caller: { key: string; group?: string }, job: Job): Job | undefined;
  take(): Job | undefined;
  isEmpty(): boolean;
}

interface Bounds {
  /** The most waiting jobs of one key. */
  maxWaitingOfKey: number;
  /** The most waiting jobs of all keys. */
  maxWaiting: number;
}

/** The lines of one group, by key. */
type Group = Map<string, Job[]>;

export function createLines(bounds: Bounds): Lines {
  const waiting = new WaitingJobs();
  return {
    add({ key, group = key }, job) {
      waiting.append(group, key, job);
      return overflow(waiting, bounds, { name: group, key });
    },
    take() {
      const [first] = waiting.groups;
      if (!first) return undefined;
      const [name, group] = first;
      const [key, line] = [...group][0] as [string, Job[]];
      // a key with more jobs goes behind the others
      group.delete(key);
      group.set(key, line);
      waiting.groups.delete(name);
      waiting.groups.set(name, group);
      return waiting.drop(name, key, 'newest');
    },
    isEmpty: () => waiting.size === 0,
  };
}

/** Drops a job when adding one exceeded a bound. */
function overflow(
  waiting: WaitingJobs,
  { maxWaitingOfKey, maxWaiting }: Bounds,
  { name, key }: { name: string; key: string },
): Job | undefined {
  if (lengthOf(waiting.groups.get(name)?.get(key)) > maxWaitingOfKey)
    return waiting.drop(name, key, 'oldest');
  if (waiting.size <= maxWaiting) return undefined;
  const [crowd, lines] = largest(waiting.groups, waitingIn);
  const [longest, line] = largest(lines, lengthOf);
  if (line.length > 1) return waiting.drop(crowd, longest, 'oldest');
  // every key has one job: the last key of the largest group loses its place
  return waitingIn(lines) > 1
    ? waiting.drop(crowd, [...lines.keys()].at(-1) as string, 'newest')
    : waiting.drop(name, key, 'newest');
}

/** The jobs by group and key, without empty lines or groups. */
class WaitingJobs {
  readonly groups = new Map<string, Group>();
  size = 0;

  append(name: string, key: string, job: Job): void {
    const group: Group = this.groups.get(name) ?? new Map();
    this.groups.set(name, group);
    const line = group.get(key) ?? [];
    group.set(key, line);
    line.push(job);
    this.size += 1;
  }

  drop(name: string, key: string, end: 'oldest' | 'newest'): Job | undefined {
    const group = this.groups.get(name);
    const line = group?.get(key);
    const job = end === 'oldest' ? line?.shift() : line?.pop();
    this.size -= 1;
    if (line?.length === 0) group?.delete(key);
    if (group?.size === 0) this.groups.delete(name);
    return job;
  }
}

const lengthOf = (line: readonly Job[] | undefined): number => line?.length ?? 0;
const waitingIn = (group: Group): number =>
  [...group.values()].reduce((sum, line) => sum + line.length, 0);

/** The entry with the largest value; the first of several. */
const largest = <T>(entries: ReadonlyMap<string, T>, sizeOf: (value: T) => number): [string, T] =>
  [...entries].reduce((one, other) => (sizeOf(other[1]) > sizeOf(one[1]) ? other : one));
