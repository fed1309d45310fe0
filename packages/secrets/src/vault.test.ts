/** A sealed secret is opened only with its context and its master key, and only unchanged. */
import { randomBytes } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { createVault, SealBroken } from './vault.js';

const master = randomBytes(32);
const vault = createVault(master);
const secret = Buffer.from('MODDATOS/moddatos ñ');

test('a sealed secret is opened again', () => {
  const sealed = vault.seal(secret, 'access:7:sol_password');
  expect(sealed.includes(secret)).toBe(false);
  expect(vault.open(sealed, 'access:7:sol_password')).toEqual(secret);
  expect(vault.open(vault.seal(Buffer.alloc(0), 'x'), 'x')).toEqual(Buffer.alloc(0));
});

test('sealing a secret twice gives different bytes', () => {
  expect(vault.seal(secret, 'x')).not.toEqual(vault.seal(secret, 'x'));
});

test.each(['access:8:sol_password', 'access:7:sol_user', 'certificate:7', ''])(
  'a secret sealed for access:7:sol_password is not opened for %p',
  (context) => {
    const sealed = vault.seal(secret, 'access:7:sol_password');
    expect(() => vault.open(sealed, context)).toThrow(SealBroken);
    expect(() => vault.rewrap(sealed, context)).toThrow(SealBroken);
  },
);

test('a secret with any changed byte is not opened', () => {
  const sealed = vault.seal(secret, 'x');
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] as number) ^ 1;
    expect(() => vault.open(changed, 'x')).toThrow(SealBroken);
  }
});

test('a truncated secret is not opened', () => {
  const sealed = vault.seal(secret, 'x');
  for (let length = 0; length < sealed.length; length += 1) {
    expect(() => vault.open(sealed.subarray(0, length), 'x')).toThrow(SealBroken);
  }
});

test('the data key of one envelope does not open the secret of another', () => {
  const [one, other] = [vault.seal(secret, 'x'), vault.seal(secret, 'x')];
  expect(() => vault.open(Buffer.concat([one.subarray(0, 65), other.subarray(65)]), 'x')).toThrow(
    SealBroken,
  );
});

test('another master key does not open a secret', () => {
  expect(() => createVault(randomBytes(32)).open(vault.seal(secret, 'x'), 'x')).toThrow(SealBroken);
});

test('with the previous key a vault opens old secrets and rewraps only their data keys', () => {
  const sealed = vault.seal(secret, 'x');
  const next = randomBytes(32);
  const both = createVault(next, [master]);
  expect(both.open(sealed, 'x')).toEqual(secret);
  const rewrapped = both.rewrap(sealed, 'x');
  expect(createVault(next).open(rewrapped, 'x')).toEqual(secret);
  expect(rewrapped.subarray(65)).toEqual(sealed.subarray(65));
  expect(() => vault.open(rewrapped, 'x')).toThrow(SealBroken);
  expect(both.rewrap(rewrapped, 'x')).toBe(rewrapped);
  expect(both.open(both.rewrap(rewrapped, 'x'), 'x')).toEqual(secret);
});

test('a master key must have 32 bytes', () => {
  expect(() => createVault(randomBytes(31))).toThrow('32 bytes');
});

test('an error contains no secret', () => {
  const sealed = vault.seal(secret, 'x');
  try {
    createVault(randomBytes(32)).open(sealed, 'x');
  } catch (error) {
    expect(String(error)).toBe('SealBroken: x: sealed with an unknown master key');
  }
});
