/**
 * Statements that are wanted while the last one runs, or soon after, go together in the next: one
 * transaction for many.
 */
import { setImmediate, setTimeout } from 'node:timers/promises';
import pg from 'pg';
import type { Db } from './db.js';

/**
 * A statement for one, made from a statement for many; each answer stands at its question's place.
 */
export type Grouped<T, R> = (db: Db, item: T) => Promise<R>;

/** More would make the first of them wait for the last. */
const MOST = 64;
/**
 * Where the last group was one of several, the next begins so long after it: a statement and its
 * write to the disk cost the same for ten as for two. Whoever comes alone never waits.
 */
const PACE_MS = 20;

interface Waiting<T, R> {
  item: T;
  resolve(result: R): void;
  reject(error: unknown): void;
}

interface Line<T, R> {
  waiting: Waiting<T, R>[];
  flying: boolean;
  /** When the next group may begin, on the monotonic clock. */
  next: number;
}

export function grouped<T, R>(run: (db: Db, items: T[]) => Promise<R[]>): Grouped<T, R> {
  const lines = new WeakMap<Db, Line<T, R>>();

  async function settle(db: Db, group: Waiting<T, R>[]): Promise<void> {
    try {
      const results = await run(
        db,
        group.map(({ item }) => item),
      );
      group.forEach(({ resolve }, place) => {
        resolve(results[place] as R);
      });
    } catch (error) {
      // one that the database refuses must not fail its neighbours
      if (group.length > 1 && error instanceof pg.DatabaseError)
        for (const one of group) await settle(db, [one]);
      else for (const { reject } of group) reject(error);
    }
  }

  async function fly(db: Db, line: Line<T, R>): Promise<void> {
    line.flying = true;
    while (line.waiting.length > 0) {
      const early = line.waiting.length < MOST ? line.next - performance.now() : 0;
      // one turn of the event loop at least, so that what came together goes together
      await (early > 0 ? setTimeout(early) : setImmediate());
      const group = line.waiting.splice(0, MOST);
      line.next = group.length > 1 ? performance.now() + PACE_MS : 0;
      await settle(db, group);
    }
    line.flying = false;
  }

  return (db, item) =>
    new Promise((resolve, reject) => {
      const line = lines.get(db) ?? { waiting: [], flying: false, next: 0 };
      lines.set(db, line);
      line.waiting.push({ item, resolve, reject });
      if (!line.flying) void fly(db, line);
    });
}
