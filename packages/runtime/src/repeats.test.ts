/** Tests what makes two errors one kind. */
import { expect, test } from '@jest/globals';
import { errorKind } from './repeats.js';

test('errors that differ in numbers, names and hashes are of one kind', () => {
  const kinds = ['«a» 17 ab12-cd', '«bcd» 4 ff00'].map((text) => errorKind(new Error(text)));
  expect(kinds).toEqual(['Error « # #', 'Error « # #']);
});

test.each(['«', '0'])('a message of «%s» a million times is read in part', (part) => {
  const message = `A${part.repeat(1_000_000)}G`;
  expect(errorKind(new Error(message)).length).toBeLessThanOrEqual(120);
});
