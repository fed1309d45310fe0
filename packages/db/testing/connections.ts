/** A database whose connections tests may use: to look at rows and to break what they test. */
import { type Connections, connectionsOf, createDb, type DbOptions } from '../src/db.js';

export type TestDb = Connections;

export const createTestDb = (url: string, options?: DbOptions): TestDb =>
  connectionsOf(createDb(url, options));
