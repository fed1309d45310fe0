/** The format of a PDF is read from the query or from the business's default. */
import { expect, test } from '@jest/globals';
import { PAPER_FORMATS } from '@rafaga/fiscal';
import { parseFormat } from './formats.js';
import { Invalid } from './refusal.js';

test.each(PAPER_FORMATS)('the format %s is accepted', (format) => {
  expect(parseFormat(format)).toBe(format);
});

test('without a format the PDF is a4', () => {
  expect(parseFormat(undefined)).toBe('a4');
});

test('the format of the query is used, and without one the default of the business', () => {
  expect(parseFormat(undefined, 'ticket-80')).toBe('ticket-80');
  expect(parseFormat('a5', 'ticket-80')).toBe('a5');
});

test.each(['A4', '', 'a3', ['a4', 'a5'], { a4: '' }, 'constructor'])(
  '%j is refused under the key format',
  (format) => {
    expect(() => parseFormat(format)).toThrow(Invalid);
    try {
      parseFormat(format);
    } catch (error) {
      expect((error as Invalid).errores).toEqual({
        format: [
          expect.stringMatching(
            /^El formato debe ser uno de estos valores: a4, a5, ticket-80, ticket-58\. Llegó .+\.$/,
          ),
        ],
      });
    }
  },
);
