import { expect, test } from '@jest/globals';
import { UserError } from '../../processes/userError.mjs';
import { command } from './start.mjs';

test('an argument that npm start would ignore is refused before anything starts', () => {
  expect(() => command(['--help'])).toThrow(UserError);
});
