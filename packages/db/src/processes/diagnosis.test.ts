/** Tests what an operator's diagnosis reads of the server. */
import { randomBytes } from 'node:crypto';
import { afterAll, expect, test } from '@jest/globals';
import { aDb } from '../../testing/aDocument.js';
import { readServerSettings } from './diagnosis.js';

const db = aDb();
afterAll(() => db.close());

test('settings of a role that change what its program reads are found', async () => {
  const role = `rafaga_${randomBytes(6).toString('hex')}`;
  const own = async () =>
    (await readServerSettings(db)).roleSettings.filter((one) => one.startsWith(role));
  await db.pool.query(`CREATE ROLE ${role}`);
  try {
    await db.pool.query(`ALTER ROLE ${role} SET statement_timeout = '4s'`);
    // as `migrate` does
    await db.pool.query(`ALTER ROLE ${role} SET row_security = 'on'`);
    expect(await own()).toEqual([]);
    await db.pool.query(`ALTER ROLE ${role} SET default_transaction_read_only = on`);
    await db.pool.query(`ALTER ROLE ${role} SET DateStyle = 'SQL'`);
    expect(await own()).toEqual([
      `${role}: DateStyle=SQL`,
      `${role}: default_transaction_read_only=on`,
    ]);
  } finally {
    await db.pool.query(`DROP ROLE ${role}`);
  }
});
