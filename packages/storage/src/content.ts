/** Computes the hash and size of a file, and checks that its bytes have not changed. */
import { hash } from 'node:crypto';
import { FileDamaged, type Stored } from './store.js';

export const hashAndSize = (content: Buffer): Omit<Stored, 'objectKey'> => ({
  sha256: hash('sha256', content, 'buffer'),
  bytes: content.length,
});

/** @throws FileDamaged when the content does not have the hash */
export function checked(key: string, content: Buffer, sha256: Buffer | undefined): Buffer {
  if (sha256 && !hashAndSize(content).sha256.equals(sha256)) throw new FileDamaged(key);
  return content;
}
