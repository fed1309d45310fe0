/** What is sealed to a public key is opened by its private key alone, as RFC 9180 defines it. */
import { expect, test } from '@jest/globals';
import { openSealed, sealTo } from './hpke.js';
import { newPrivateKey, privateKeyOf, publicOf } from './keyPair.js';

const hex = (text: string) => Buffer.from(text, 'hex');
const MESSAGE = { info: 'rafaga sealed secret', aad: 'certificates/7/private_key' };
const PLAIN = Buffer.from('Beauty is truth, truth beauty');

/** Made by @hpke/core 1.9.0 with its suite of X25519, HKDF-SHA256 and AES-256-GCM. */
const OTHERS = {
  privateKey: hex('3054fbbad3a430c71edcbb169210a782de6fd5ee30b21214988d8c2df160c546'),
  publicKey: hex('c7f2a046fefb588b795547a008b1f14ef203b7537aab5936cde14f01ff842452'),
  sealed: hex(
    '893e0fe2d9956e426a65683e069d9fbfb0fe2fe06e70d20b4573a46ffc46ae69' +
      '3f64d837b05c39cd0d7eb942ef8cd6c3af36a0ec1aa33563c554fa8b752a71c1e57721a4c5412290cfcc102860',
  ),
};

test('what another implementation sealed is opened', () => {
  const { privateKey, publicKey, sealed } = OTHERS;
  expect(publicOf(privateKey)).toEqual(publicKey);
  expect(openSealed(privateKeyOf(privateKey), publicKey, sealed, MESSAGE)).toEqual(PLAIN);
});

test('what is sealed is opened by the private key, and differs each time', () => {
  const privateKey = newPrivateKey();
  const publicKey = publicOf(privateKey);
  const sealed = sealTo(publicKey, PLAIN, MESSAGE);
  expect(sealed.length).toBe(32 + PLAIN.length + 16);
  expect(openSealed(privateKeyOf(privateKey), publicKey, sealed, MESSAGE)).toEqual(PLAIN);
  expect(sealTo(publicKey, PLAIN, MESSAGE)).not.toEqual(sealed);
});

test.each([{ aad: 'certificates/8/private_key' }, { info: 'another purpose' }])(
  'a message sealed for something else is not opened with %p',
  (change) => {
    const { privateKey, publicKey, sealed } = OTHERS;
    expect(() =>
      openSealed(privateKeyOf(privateKey), publicKey, sealed, { ...MESSAGE, ...change }),
    ).toThrow();
  },
);

test('another private key opens nothing, and neither does the public one', () => {
  const { publicKey, sealed } = OTHERS;
  expect(() => openSealed(privateKeyOf(newPrivateKey()), publicKey, sealed, MESSAGE)).toThrow();
  expect(() => openSealed(privateKeyOf(publicKey), publicKey, sealed, MESSAGE)).toThrow();
});
