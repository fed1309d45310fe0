/** Tests where a rehearsal is sent. */
import { expect, test } from '@jest/globals';
import type { Business } from '@rafaga/db';
import { rehearsalTarget } from './rehearsal.js';

test.each([
  ['simulator', 'simulator', 'simulator'],
  ['beta', 'beta', 'beta'],
  ['production', 'production', 'beta'],
  ['custom', 'production', 'beta'],
  ['custom', 'beta', 'own'],
])('a business with the authority %s in %s rehearses at %s', (authority, environment, target) => {
  expect(rehearsalTarget({ authority, environment } as Business)).toBe(target);
});
