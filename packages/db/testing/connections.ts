/** Gives tests the connections of a database, to read rows and to cause faults. */
import { type Connections, connectionsOf, createDb, type DbOptions } from '../src/db.js';

export type TestDb = Connections;

export const createTestDb = (url: string, options?: DbOptions): TestDb =>
  connectionsOf(createDb(url, options));
