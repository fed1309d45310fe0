/** The preference of a caller is read as RFC 7240 writes it; what is invalid is ignored. */
import { expect, test } from '@jest/globals';
import { preferredWait } from './preferredWait.js';

test.each([
  ['wait=5', 5],
  ['wait=10', 10],
  ['wait=600', 10],
  ['wait="3"', 3],
  ['Wait = 2 ; why=till', 2],
  ['respond-async, wait=4', 4],
  ['return=minimal,wait=4,wait=9', 4],
  ['wait=0', undefined],
  ['wait', undefined],
  ['wait=', undefined],
  ['wait=-1', undefined],
  ['wait=1.5', undefined],
  ['wait="3', undefined],
  ['waiting=3', undefined],
  ['return=representation', undefined],
  ['', undefined],
  [undefined, undefined],
])('%s', (header, seconds) => {
  expect(preferredWait(header)).toBe(seconds);
});
