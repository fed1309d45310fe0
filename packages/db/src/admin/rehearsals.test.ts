/** Tests where a rehearsal is sent. */
import { expect, test } from '@jest/globals';
import { rehearsalTarget } from './rehearsals.js';

test.each([
  ['simulator', 'simulator', 'simulator'],
  ['beta', 'beta', 'beta'],
  ['production', 'production', 'beta'],
  ['custom', 'production', 'beta'],
  ['custom', 'beta', 'own'],
])('a business with the authority %s in %s rehearses at %s', (authority, environment, target) => {
  expect(rehearsalTarget({ authority, environment })).toBe(target);
});
