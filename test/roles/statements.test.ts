/**
 * Has PostgreSQL plan the statements of each program as its role, also those that no test runs: it
 * names every privilege that one of them lacks, of columns and functions too.
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { programUrl } from '../../packages/migrate/privileges/roles.mjs';
import { FUNCTIONS, PROGRAMS } from '../../prisma/privileges.mjs';
import { type OwnServers, ownServers } from '../support/servers.js';
import { fewestOf, readStatements } from './needs/statements.mjs';

let servers: OwnServers;
beforeAll(async () => {
  servers = await ownServers();
});
afterAll(() => servers.drop());

const statementsOf = readStatements();
/** The relations of other statements, in the texts that are a part of them. */
const ELSEWHERE = /^relation "(answers|chosen|oldest)" does not exist$/;

/** A command that an operator runs on the owner's connection. */
const isOfOwner = (text: string) =>
  Object.entries(FUNCTIONS).some(
    ([name, { caller }]) => caller === 'owner' && text.includes(`${name}(`),
  );

/** Whether it was planned or is a part of another statement; else why it was not planned. */
async function planned(client: pg.Client, text: string): Promise<string> {
  try {
    await client.query(`EXPLAIN (GENERIC_PLAN) ${text}`);
    return 'planned';
  } catch (error) {
    const { message } = error as pg.DatabaseError;
    return ELSEWHERE.test(message) ? 'a part' : `${message}: ${text.trim().slice(0, 120)}`;
  }
}

test.each(PROGRAMS)('%s may run every statement of its source', async (program) => {
  const client = new pg.Client({ connectionString: programUrl(servers.databaseUrl, program) });
  await client.connect();
  const results: string[] = [];
  for (const text of statementsOf(program))
    if (!isOfOwner(text)) results.push(await planned(client, text));
  await client.end();
  expect(new Set([...results, 'planned', 'a part'])).toEqual(new Set(['planned', 'a part']));
  const count = results.filter((result) => result === 'planned').length;
  expect(count).toBeGreaterThanOrEqual(fewestOf(program));
});
