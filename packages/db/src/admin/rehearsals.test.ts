/** Tests where a rehearsal is sent, and how many of a user wait. */
import { afterAll, expect, test } from '@jest/globals';
import { aBusiness, aDb } from '../../testing/aDocument.js';
import { aPerson } from '../../testing/aPerson.js';
import { askRehearsal, findRehearsal, rehearsalTarget } from './rehearsals.js';

const db = aDb();
afterAll(() => db.close());

test.each([
  ['simulator', 'simulator', 'simulator'],
  ['beta', 'beta', 'beta'],
  ['production', 'production', 'beta'],
  ['custom', 'production', 'beta'],
  ['custom', 'beta', 'own'],
])('a business with the authority %s in %s rehearses at %s', (authority, environment, target) => {
  expect(rehearsalTarget({ authority, environment })).toBe(target);
});

test('of the rehearsals that a user asks for of one business, one waits: the last', async () => {
  const [{ id: businessId }, { id: another }] = [await aBusiness(db), await aBusiness(db)];
  const { userId } = await aPerson(db);
  const { userId: colleague } = await aPerson(db);
  const asked = [
    { token: `${businessId} first`, businessId, userId },
    { token: `${businessId} last`, businessId, userId },
    { token: `${businessId} of a colleague`, businessId, userId: colleague },
    { token: `${businessId} of another business`, businessId: another, userId },
  ];
  for (const each of asked) await askRehearsal(db, each);
  const found = await Promise.all(asked.map((each) => findRehearsal(db, each, (sealed) => sealed)));
  expect(found.map((each) => each !== undefined)).toEqual([false, true, true, true]);
});
