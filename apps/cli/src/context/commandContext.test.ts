/** Tests the actor and the reason of a change. */
import { expect, test } from '@jest/globals';
import { by } from './commandContext.js';

test('a reason is as long as the panel keeps it', () => {
  const longest = 'x'.repeat(1_000);
  expect(by(longest)).toEqual({ actor: expect.stringMatching(/^cli:./), reason: longest });
  expect(() => by(`${longest}x`)).toThrow('--motivo: hasta 1,000 caracteres.');
});
