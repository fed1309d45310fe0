/** Statements that are wanted while the last one runs go together in the next: one transaction for many, and no timer. */
import pg from 'pg';
import type { Db } from './db.js';

/** A statement for one, made from a statement for many; each answer stands at its question's place. */
export type Grouped<T, R> = (db: Db, item: T) => Promise<R>;

/** More would make the first of them wait for the last. */
const MOST = 32;
/** One is on its way to the disk while the other is being computed. */
const FLIGHTS = 2;

interface Waiting<T, R> {
  item: T;
  resolve(result: R): void;
  reject(error: unknown): void;
}

export function grouped<T, R>(run: (db: Db, items: T[]) => Promise<R[]>): Grouped<T, R> {
  const lines = new WeakMap<Db, { waiting: Waiting<T, R>[]; flying: number }>();

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
      if (group.length > 1 && error instanceof pg.DatabaseError) for (const one of group) await settle(db, [one]);
      else for (const { reject } of group) reject(error);
    }
  }

  async function fly(db: Db, line: { waiting: Waiting<T, R>[]; flying: number }): Promise<void> {
    line.flying += 1;
    // one turn of the event loop, so that what came together goes together
    await new Promise(setImmediate);
    while (line.waiting.length > 0) await settle(db, line.waiting.splice(0, MOST));
    line.flying -= 1;
  }

  return (db, item) =>
    new Promise((resolve, reject) => {
      const line = lines.get(db) ?? { waiting: [], flying: 0 };
      lines.set(db, line);
      line.waiting.push({ item, resolve, reject });
      if (line.flying < FLIGHTS) void fly(db, line);
    });
}
