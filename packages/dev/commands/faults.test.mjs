/** Tests the arguments of `npm run faults`. */
import { expect, test } from '@jest/globals';
import { UserError } from '../../processes/userError.mjs';
import { command } from './faults.mjs';

test.each([
  ['storm', '--sale', '3'],
  ['storm', '--seed', '0'],
  ['upgrade', '--form', 'v1'],
])('%s %s %s is refused before anything starts', (...words) => {
  expect(() => command(words)).toThrow(UserError);
});
