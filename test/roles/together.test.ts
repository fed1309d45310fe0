/** Tests migrations of several databases of one server at once: its roles belong to all of them. */
import { expect, test } from '@jest/globals';
import pg from 'pg';
import { ensureRoles } from '../../packages/migrate/privileges/roles.mjs';
import { createDatabase, dropDatabase } from '../support/databases.js';

test('migrations of several databases give the roles at once', async () => {
  const urls = await Promise.all(Array.from({ length: 4 }, createDatabase));
  const clients = urls.map((connectionString) => new pg.Client({ connectionString }));
  await Promise.all(clients.map((client) => client.connect()));
  const rounds = Array.from({ length: 10 }, async () => {
    const done = await Promise.all(clients.map((client) => ensureRoles(client)));
    return done.every(Boolean);
  });
  expect(await Promise.all(rounds)).toEqual(rounds.map(() => true));
  await Promise.all(clients.map((client) => client.end()));
  await Promise.all(urls.map(dropDatabase));
});
