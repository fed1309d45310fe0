/** A sealed secret is opened only in its place, only by its program's key, and only unchanged. */
import { randomBytes } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { sealUnderMaster } from '../testing/masterEnvelope.js';
import { createVault, MissingKey, ofPanel, SealBroken, type SecretPlace } from './index.js';
import { newPrivateKey, publicOf } from './keyPair.js';

const [workerKey, panelKey] = [newPrivateKey(), newPrivateKey()];
/** The vaults of a worker and of a panel, each with its own private key. */
const worker = createVault({
  worker: { privateKeys: [workerKey] },
  panel: { publicKey: publicOf(panelKey) },
});
const panel = createVault({
  panel: { privateKeys: [panelKey] },
  worker: { publicKey: publicOf(workerKey) },
});
const secret = Buffer.from('MODDATOS/moddatos ñ');
const password: SecretPlace = { opener: 'worker', context: 'accesses.solPassword of business 7' };
const evidence: SecretPlace = { opener: 'panel', context: 'kept_answers.sealed of document 9' };
const totp = ofPanel('users.totp_secret of 3');
const PLACES = [
  ['for the worker', password, panel, worker],
  ['for the panel', evidence, worker, panel],
  ["the panel's own", totp, panel, panel],
] as const;

test.each(PLACES)('a secret %s is opened again', (_, place, sealer, opener) => {
  const sealed = sealer.seal(secret, place);
  expect(sealed.includes(secret)).toBe(false);
  expect(opener.open(sealed, place)).toEqual(secret);
  expect(opener.open(sealer.seal(Buffer.alloc(0), place), place)).toEqual(Buffer.alloc(0));
  expect(sealer.seal(secret, place)).not.toEqual(sealed);
});

test('a program cannot open what it seals for another', () => {
  expect(() => panel.open(panel.seal(secret, password), password)).toThrow(SealBroken);
  expect(() => worker.open(worker.seal(secret, evidence), evidence)).toThrow(SealBroken);
});

test('what the panel keeps for itself is sealed by no other program, not even to its key', () => {
  expect(() => worker.seal(secret, totp)).toThrow(MissingKey);
  const forged = worker.seal(secret, { ...totp, own: false });
  expect(() => panel.open(forged, totp)).toThrow(SealBroken);
});

test.each(PLACES)('a secret %s is not opened in another place', (_, place, sealer, opener) => {
  const sealed = sealer.seal(secret, place);
  for (const context of [
    'accesses.solPassword of business 8',
    'accesses.solUser of business 7',
    '',
  ])
    for (const use of [opener.open, opener.rewrap])
      expect(() => use(sealed, { ...place, context })).toThrow(SealBroken);
});

test.each(PLACES)('a secret %s with any changed byte is not opened', (_, place, sealer, opener) => {
  const sealed = sealer.seal(secret, place);
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] as number) ^ 1;
    expect(() => opener.open(changed, place)).toThrow(SealBroken);
    expect(() => opener.open(sealed.subarray(0, at), place)).toThrow(SealBroken);
  }
});

test('the data key of one envelope does not open the secret of another', () => {
  const [one, other] = [panel.seal(secret, password), panel.seal(secret, password)];
  const mixed = Buffer.concat([one.subarray(0, 85), other.subarray(85)]);
  expect(() => worker.open(mixed, password)).toThrow(SealBroken);
});

test.each(PLACES)(
  'a new key opens a secret %s after rewrapping the data key alone',
  (_, place, sealer, opener) => {
    const sealed = sealer.seal(secret, place);
    expect(opener.rewrap(sealed, place)).toBe(sealed);
    const next = newPrivateKey();
    const old = place.opener === 'worker' ? workerKey : panelKey;
    const both = createVault({ [place.opener]: { privateKeys: [next, old] } });
    expect(both.open(sealed, place)).toEqual(secret);
    const rewrapped = both.rewrap(sealed, place);
    const alone = createVault({ [place.opener]: { privateKeys: [next] } });
    expect(alone.open(rewrapped, place)).toEqual(secret);
    expect(rewrapped.subarray(-47)).toEqual(sealed.subarray(-47));
    expect(() =>
      createVault({ [place.opener]: { privateKeys: [old] } }).open(rewrapped, place),
    ).toThrow(SealBroken);
    expect(both.rewrap(rewrapped, place)).toBe(rewrapped);
  },
);

const master = randomBytes(32);
const formerly = { ...password, before: 'access:7:solPassword' };

test('a master key opens what it sealed, and rewrapping binds it to its record', () => {
  const old = sealUnderMaster(master, secret, 'access:7:solPassword');
  const vault = createVault({ master: [master] });
  expect(vault.open(old, formerly)).toEqual(secret);
  const rewrapped = vault.rewrap(old, formerly);
  expect(rewrapped[0]).toBe(2);
  expect(vault.open(rewrapped, password)).toEqual(secret);
  expect(() => vault.open(old, { ...formerly, before: 'access:8:solPassword' })).toThrow(
    SealBroken,
  );
  expect(() => worker.open(old, formerly)).toThrow(SealBroken);
});

test('a master key stands for the keys of both programs, until each has its own', () => {
  const whole = createVault({ master: [master] });
  const next = createVault({ worker: { privateKeys: [workerKey] }, master: [master] });
  for (const place of [password, evidence, totp])
    expect(whole.open(whole.seal(secret, place), place)).toEqual(secret);
  expect(next.open(whole.seal(secret, password), password)).toEqual(secret);
  expect(worker.open(next.seal(secret, password), password)).toEqual(secret);
  const later = createVault({ master: [randomBytes(32), master] });
  expect(later.open(whole.seal(secret, password), password)).toEqual(secret);
});

test('a key must have 32 bytes, and sealing needs one', () => {
  expect(() => createVault({ master: [randomBytes(31)] })).toThrow('32 bytes');
  expect(() => createVault({}).seal(secret, password)).toThrow(MissingKey);
});

test('an error contains no secret', () => {
  expect(() => panel.open(panel.seal(secret, password), password)).toThrow(
    'accesses.solPassword of business 7: sealed to an unknown key of the worker',
  );
});
