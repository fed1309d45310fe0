/** Seals as one master key did before each program had its own keys: version 1 of an envelope. */
import { createHash, randomBytes } from 'node:crypto';
import { encrypt } from '../src/aead.js';

export function sealUnderMaster(masterKey: Buffer, plain: Buffer, context: string): Buffer {
  const dataKey = randomBytes(32);
  return Buffer.concat([
    Buffer.of(1),
    createHash('sha256').update('rafaga master key').update(masterKey).digest().subarray(0, 4),
    encrypt(masterKey, dataKey, `key of ${context}`),
    encrypt(dataKey, plain, context),
  ]);
}
