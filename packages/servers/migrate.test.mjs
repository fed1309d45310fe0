/** Tests how applied migrations are compared with those of the checkout. */
import { expect, test } from '@jest/globals';
import { compare } from './migrate.mjs';

const own = new Map([
  ['1_first', 'aaa'],
  ['2_second', 'bbb'],
]);

/** @type {[state: string, applied: [string, string][]][]} */
const CASES = [
  ['current', [...own]],
  ['behind', []],
  ['behind', [['1_first', 'aaa']]],
  ['changed', [['1_first', 'other']]],
  // a branch without the newest migration runs on a database that has it
  ['current', [...own, ['3_newer', 'ccc']]],
];
test.each(CASES)('a database is %s when it has %j', (state, applied) => {
  expect(compare(own, new Map(applied))).toBe(state);
});
