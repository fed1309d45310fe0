/** Tests that only the staff sees every business. */
import { expect, test } from '@jest/globals';
import { EVERY_BUSINESS, ROLES } from '@rafaga/db';
import { scopeOf } from './scopeOf.js';

test.each(ROLES.filter((role) => role !== 'business'))('%s sees every business', (role) => {
  expect(scopeOf({ id: 1, role, businessId: null })).toBe(EVERY_BUSINESS);
});

test('a user of a business sees that one', () => {
  expect(scopeOf({ id: 1, role: 'business', businessId: 7 })).toBe(7);
});

test.each([null, undefined])('a user of a business whose id is %s sees none', (lost) => {
  const user = { id: 1, role: 'business', businessId: lost as null } as const;
  expect(() => scopeOf(user)).toThrow('user 1');
});
