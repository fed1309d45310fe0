/** When credentials were last used is written later if the database cannot write it at once. */
import { expect, test } from '@jest/globals';
import type { Db } from '@rafaga/db';
import { createLastUse } from './lastUse.js';

test('uses that could not be written are written with those since', async () => {
  const written: unknown[] = [];
  const errors: Error[] = [];
  let isDown = true;
  const query = async (_: string, [ids]: unknown[]) => {
    if (isDown) throw new Error('down');
    written.push(ids);
  };
  const db = { pool: { query } } as unknown as Db;
  const lastUse = createLastUse(db, (error) => errors.push(error));
  lastUse.mark(1);
  await lastUse.close();
  isDown = false;
  lastUse.mark(2);
  await lastUse.close();
  expect([errors.length, written]).toEqual([1, [[1, 2]]]);
});
