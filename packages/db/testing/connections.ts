/** Gives tests the connections of a database, to read rows, to issue and to cause faults. */
import { openPrisma } from '@rafaga/prisma';
import { type Connections, connectionsOf, createDb, type DbOptions } from '../src/db.js';
import { createIssuance, type Issuance } from '../src/issuing/issuance.js';

export type TestDb = Connections;

/**
 * A test loads and compiles its modules while it connects: on a busy machine that can block its
 * event loop for longer than a program may take to connect.
 */
export function createTestDb(url: string, options?: DbOptions): TestDb {
  const db = connectionsOf(createDb(url, { openPrisma, connectWithin: 30_000, ...options }));
  const { close } = db;
  db.close = async () => {
    await issuances.get(db)?.close();
    await close();
  };
  return db;
}

const issuances = new WeakMap<TestDb, Issuance>();

/** One for all documents of a test: a new connection plans its statements anew. */
export function issuanceOf(db: TestDb): Issuance {
  const issuance = issuances.get(db) ?? createIssuance(db);
  issuances.set(db, issuance);
  return issuance;
}
