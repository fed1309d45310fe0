/** Colours and lines reach the terminal, and no other control character. */
import { expect, test } from '@jest/globals';
import { paint, terminalText } from './paint.js';

test('what is painted stays painted, line by line', () => {
  const text = `${paint('red', 'uno', { isTTY: true })}\ndos`;
  expect(text).toContain('\u001b[31m');
  expect(terminalText(text)).toBe(text);
});

test('what would move the cursor, clear the screen or turn the text is escaped', () => {
  expect(terminalText('a\u001b[2J\r\u009b1A\u001b]0;x\u0007\u202eb\nc')).toBe(
    'a\\u001b[2J\\u000d\\u009b1A\\u001b]0;x\\u0007\\u202eb\nc',
  );
});
