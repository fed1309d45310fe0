/** Files that are made to be costly, at once or at each later signature, are refused. */
import { spawn } from 'node:child_process';
import {
  createCipheriv,
  createHash,
  createPrivateKey,
  randomBytes,
  X509Certificate,
} from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from '@jest/globals';
import forge from 'node-forge';
import { der, integer, oid, openStore, pkcs8, sequence } from '../testing/derWriter.js';
import type { CertificateProblem } from './certificateProblem.js';
import { costOf } from './cost.js';
import { derOf } from './pem.js';
import { openInProcess, readCertificate, type SigningCertificate } from './readCertificate.js';
import { selfSigned } from './selfSigned.js';

let own: SigningCertificate;
beforeAll(async () => {
  own = await selfSigned({ ruc: '20123456786', legalName: 'Ñandú S.A.C.' });
});

const problemOf = (file: Buffer, password = 'clave') =>
  readCertificate(file, password).then(
    () => 'none',
    ({ reason }: CertificateProblem) => reason,
  );

const pem = (label: string, bytes: Buffer, headers: string[] = []) =>
  [
    `-----BEGIN ${label}-----`,
    ...[...headers, bytes.toString('base64').replace(/.{64}(?!$)/g, '$&\n')],
    `-----END ${label}-----\n`,
  ].join('\n');

/** A key whose public half takes minutes to compute. */
function slowStore(): Buffer {
  const [prime, secret] = [oddNumber(8_192), oddNumber(8_192)];
  const parameters = sequence(integer(prime), integer(oddNumber(20)), integer(Buffer.from([2])));
  const dsa = pkcs8(sequence(oid('2a8648ce380401'), parameters), integer(secret));
  return openStore(dsa, own.certificate);
}

/** A number of exactly so many bytes. */
function oddNumber(bytes: number): Buffer {
  const number = randomBytes(bytes);
  number[0] = (number[0] as number) | 0x80;
  number[bytes - 1] = (number[bytes - 1] as number) | 1;
  return number;
}

/** The process that opens files, in which each millisecond of CPU counts as five. */
async function hurriedOpener(): Promise<string> {
  return openerOf(`
    const { cpuUsage } = process;
    process.cpuUsage = (before) => {
      const { user, system } = cpuUsage.call(process, before);
      return { user: 5 * user, system: 5 * system };
    };
    await import(${fileOf('openingProcess.mjs')});`);
}

/** What the hurried process says of a file whose cost nothing tells before it is opened. */
async function hurriedProblemOf(file: Buffer): Promise<string> {
  expect(costOf(file)).toBe(0);
  const problem = ({ reason }: CertificateProblem) => reason;
  return openInProcess(file, 'clave', await hurriedOpener()).then(() => 'none', problem);
}

test('a key whose public half takes minutes to compute holds up nothing', async () => {
  expect(await hurriedProblemOf(slowStore())).toBe('too_slow');
  // it has the time for a sound one
  expect(await hurriedProblemOf(openStore(own.privateKey, own.certificate))).toBe('none');
});

/** Starts a program that is given in its text. */
const startText = (source: string) =>
  spawn(process.execPath, ['--input-type=module', '-e', source], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
const fileOf = (name: string) =>
  JSON.stringify(fileURLToPath(new URL(`../${name}`, import.meta.url)));

test('the process that opens a file ends with the one that started it', async () => {
  const parent = startText(`
    import { fork } from 'node:child_process';
    const options = { execArgv: [], serialization: 'advanced' };
    const child = fork(${fileOf('openingProcess.mjs')}, options);
    child.once('message', (message) => console.log(message));
    const file = Buffer.from('${slowStore().toString('base64')}', 'base64');
    child.send({ file, password: '', mostIterations: 1 });`);
  const [message] = await once(parent.stdout, 'data');
  expect(String(message)).toBe('started\n');
  parent.kill('SIGKILL');
  // its output is open while the other process lives, which has it too
  await once(parent, 'close');
});

test.each(['/bin/false', '/nothing'])(
  'a process that does not start (%s) is no fault of the file, and leaves nothing behind',
  async (program) => {
    const caller = startText(`
      import { readCertificate } from ${fileOf('dist/index.js')};
      process.execPath = '${program}';
      const before = process.listenerCount('exit');
      const { reason = 'none' } = await readCertificate(Buffer.from('x'), '').catch((e) => e);
      console.log(reason, process.listenerCount('exit') - before);`);
    const [answer] = await once(caller.stdout, 'data');
    expect(String(answer)).toBe('none 0\n');
  },
);

test('iterations within an encrypted PEM, where nothing counts them, are stopped', async () => {
  const key = createPrivateKey({ key: own.privateKey, format: 'der', type: 'pkcs8' });
  const options = { type: 'pkcs8', format: 'der', cipher: 'aes-256-cbc', passphrase: 'clave' };
  const encrypted = key.export(options as never) as unknown as Buffer;
  // the same length: 2^31 - 1 in place of 2048, and a salt shorter by two bytes of its 8 or 16
  const bomb = Buffer.from(
    encrypted
      .toString('hex')
      .replace(/0408(.{12}).{4}02020800/, '0406$1' + '02047fffffff')
      .replace(/0410(.{28}).{4}02020800/, '040e$1' + '02047fffffff'),
    'hex',
  );
  expect(costOf(bomb)).toBe(2 ** 31 - 1);
  const iv = randomBytes(16);
  const first = md5(Buffer.concat([Buffer.from('clave'), iv.subarray(0, 8)]));
  const second = md5(Buffer.concat([first, Buffer.from('clave'), iv.subarray(0, 8)]));
  const cipher = createCipheriv('aes-256-cbc', Buffer.concat([first, second]), iv);
  const headers = ['Proc-Type: 4,ENCRYPTED', `DEK-Info: AES-256-CBC,${iv.toString('hex')}`, ''];
  const hidden = Buffer.concat([cipher.update(bomb), cipher.final()]);
  const file = Buffer.from(
    new X509Certificate(own.certificate).toString() + pem('ENCRYPTED PRIVATE KEY', hidden, headers),
  );
  expect((derOf(file) ?? []).map(costOf)).toEqual([0]);
  expect(await hurriedProblemOf(file)).toBe('too_slow');
});

const md5 = (bytes: Buffer) => createHash('md5').update(bytes).digest();

/** A private key with this public half, and a secret half that does not belong to it. */
function inventedKey(n: Buffer, e: Buffer): Buffer {
  const size = n.length;
  const half = () => integer(oddNumber(size >> 1));
  const rsa = sequence(oid('2a864886f70d010101'), der(0x05));
  const numbers = [integer(n), integer(e), integer(oddNumber(size - 1))];
  const halves = [half(), half(), half(), half(), half()];
  return pkcs8(rsa, sequence(integer(Buffer.alloc(1)), ...numbers, ...halves));
}

test('a longer key than a worker can sign with soon is refused before it signs', async () => {
  const [n, e] = [oddNumber(513), Buffer.from([1, 0, 1])];
  const number = (bytes: Buffer) => new forge.jsbn.BigInteger(bytes.toString('hex'), 16);
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = forge.pki.setRsaPublicKey(number(n), number(e));
  const issuer = pem('PRIVATE KEY', own.privateKey);
  certificate.sign(forge.pki.privateKeyFromPem(issuer), forge.md.sha256.create());
  const { raw } = new X509Certificate(forge.pki.certificateToPem(certificate));
  expect(await problemOf(openStore(inventedKey(n, e), raw))).toBe('long_key');
});

test('a key that does not sign for its own public half is refused', async () => {
  const jwk = createPrivateKey({ key: own.privateKey, format: 'der', type: 'pkcs8' }).export({
    format: 'jwk',
  });
  const part = (name: 'n' | 'e') => Buffer.from(jwk[name] as string, 'base64url');
  const file = openStore(inventedKey(part('n'), part('e')), own.certificate);
  expect(await problemOf(file)).toBe('key_mismatch');
});

test('a file that takes more memory than a certificate needs is refused', async () => {
  const many = sequence(...Array.from({ length: 16_000 }, () => der(0x05)), Buffer.alloc(30_000));
  expect(await problemOf(many)).toBe('not_certificate');
});

test('a process that gets little CPU has more than five seconds', async () => {
  const opener = await openerOf(`process.once('message', () => {
    process.send('started');
    setTimeout(() => process.send({ answer: 'not_rsa' }), 6_000);
  });`);
  await expect(openInProcess(Buffer.from('x'), 'x', opener)).rejects.toMatchObject({
    reason: 'not_rsa',
  });
});

/** A program in place of the one that opens files. */
async function openerOf(program: string): Promise<string> {
  const opener = path.join(await mkdtemp(path.join(tmpdir(), 'opener-')), 'opener.mjs');
  await writeFile(opener, program);
  return opener;
}

test.each([
  'null',
  '5',
  '{}',
  '{ answer: null }',
  '{ answer: "__proto__" }',
  '{ answer: { certificate: "x" } }',
])('a process that a file took over and that sends %s fails that file alone', async (message) => {
  // a listener that stays keeps the process alive until it is killed
  const opener = await openerOf(`process.on('message', () => process.send(${message}));`);
  await expect(openInProcess(Buffer.from('x'), 'x', opener)).rejects.toThrow('ended: SIGKILL');
});
