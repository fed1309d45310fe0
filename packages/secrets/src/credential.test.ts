/** API keys are recognisable by their form, and a secret is verified against its hash. */
import { randomBytes } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { hashSecret, isApiKey, newCredential, sameSecret } from './credential.js';

const pepper = randomBytes(32);

test('a new credential is random and has a recognisable form', () => {
  const all = Array.from({ length: 200 }, newCredential);
  for (const { apiKey, apiSecret } of all) {
    expect(apiKey).toMatch(/^rk_[0-9A-Za-z]{26}$/);
    expect(apiSecret).toMatch(/^rs_[0-9A-Za-z]{49}$/);
    expect(isApiKey(apiKey)).toBe(true);
  }
  expect(new Set(all.flatMap(({ apiKey, apiSecret }) => [apiKey, apiSecret])).size).toBe(400);
});

test.each([
  '',
  'rk_',
  'rk_00000000000000000000000000',
  newCredential().apiSecret,
  `${newCredential().apiKey}0`,
  newCredential().apiKey.toLowerCase(),
])('%s is not an API key', (text) => {
  expect(isApiKey(text)).toBe(false);
});

test('a mistyped key is recognised by its checksum', () => {
  const { apiKey } = newCredential();
  const wrong = apiKey.slice(0, 5) + (apiKey[5] === 'x' ? 'y' : 'x') + apiKey.slice(6);
  expect(isApiKey(wrong)).toBe(false);
});

test('a secret matches its hash only with the same pepper', () => {
  const { apiSecret } = newCredential();
  const hash = hashSecret(apiSecret, pepper);
  expect(hash.length).toBe(32);
  expect(sameSecret(apiSecret, hash, pepper)).toBe(true);
  expect(sameSecret(newCredential().apiSecret, hash, pepper)).toBe(false);
  expect(sameSecret('', hash, pepper)).toBe(false);
  expect(sameSecret(apiSecret, hash, randomBytes(32))).toBe(false);
});

test('no secret matches a missing or truncated hash', () => {
  const { apiSecret } = newCredential();
  expect(sameSecret(apiSecret, undefined, pepper)).toBe(false);
  expect(sameSecret(apiSecret, Buffer.alloc(0), pepper)).toBe(false);
  expect(sameSecret(apiSecret, hashSecret(apiSecret, pepper).subarray(0, 16), pepper)).toBe(false);
});
