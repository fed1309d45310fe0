/** Gives tests the connections of a database, to read rows and to cause faults. */
import { openPrisma } from '@rafaga/prisma';
import { type Connections, connectionsOf, createDb, type DbOptions } from '../src/db.js';

export type TestDb = Connections;

/**
 * A test loads and compiles its modules while it connects: on a busy machine that can block its
 * event loop for longer than a program may take to connect.
 */
export const createTestDb = (url: string, options?: DbOptions): TestDb =>
  connectionsOf(createDb(url, { openPrisma, connectWithin: 30_000, ...options }));
