/** The reference of `emit`: the CPU milliseconds of one RSA-2048 signature on this machine. */
import { generateKeyPairSync, sign } from 'node:crypto';

const TIMES = 400;

export function signatureMs() {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const bytes = Buffer.alloc(600, 'x');
  sign('sha1', bytes, privateKey);
  const before = process.cpuUsage();
  for (let i = 0; i < TIMES; i += 1) sign('sha1', bytes, privateKey);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / TIMES;
}
