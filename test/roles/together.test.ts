/** Tests migrations of several databases of one server at once: its roles belong to all of them. */
import { expect, test } from '@jest/globals';
import pg from 'pg';
import { ensureRoles } from '../../packages/migrate/privileges/roles.mjs';
import { createDatabase, dropDatabase } from '../support/databases.js';

test('migrations of several databases give the roles at once', async () => {
  const urls = await Promise.all(Array.from({ length: 4 }, createDatabase));
  const clients = urls.map((connectionString) => new pg.Client({ connectionString }));
  await Promise.all(clients.map((client) => client.connect()));
  const migrate = async (client: pg.Client) => {
    for (let round = 0; round < 10; round += 1) expect(await ensureRoles(client)).toBe(true);
  };
  await Promise.all(clients.map(migrate));
  await Promise.all(clients.map((client) => client.end()));
  await Promise.all(urls.map(dropDatabase));
});
