/** Tests how passwords are hashed, and verified at the cost that their hash names. */
import { expect, test } from '@jest/globals';
import { hashPassword, samePassword } from './password.js';

const PASSWORD = 'una frase de cuatro palabras';

test('a new hash names the cost that OWASP recommends', async () => {
  const hash = await hashPassword(PASSWORD);
  expect(hash).toMatch(/^\$scrypt\$ln=16,r=8,p=2\$/);
  expect(await samePassword(PASSWORD, hash)).toBe(true);
});

test('a hash of another cost matches its password, and no other', async () => {
  const hash = await hashPassword(PASSWORD, 4);
  expect(await samePassword(PASSWORD, hash)).toBe(true);
  expect(await samePassword(`${PASSWORD}.`, hash)).toBe(false);
  expect(await samePassword(PASSWORD, hash.replace('ln=4', 'ln=5'))).toBe(false);
});

test('a cost out of bounds or a hash of another length does not match', async () => {
  const hash = await hashPassword(PASSWORD, 1);
  expect(await samePassword(PASSWORD, hash)).toBe(true);
  const changed = [
    ...['ln=0', 'ln=18', 'ln=99'].map((cost) => hash.replace('ln=1', cost)),
    hash.slice(0, -8),
  ];
  for (const each of changed) expect(await samePassword(PASSWORD, each)).toBe(false);
});

test.each([undefined, null, '', '$scrypt$ln=16,r=8,p=2$$', PASSWORD])(
  'no password matches the stored value %j',
  async (kept) => {
    expect(await samePassword(PASSWORD, kept)).toBe(false);
  },
);
