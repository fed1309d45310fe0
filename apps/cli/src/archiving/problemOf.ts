/** Checks a stored bundle: its bytes, its hashes and its signature. */
import { checkBundle } from '@rafaga/archive';
import type { Bundle } from '@rafaga/db';
import { FileDamaged, FileMissing, type FileStore } from '@rafaga/storage';

/** @returns what is wrong, in Spanish; undefined when it is whole */
export async function problemOf(
  files: FileStore,
  { objectKey, sha256, signer }: Bundle,
): Promise<string | undefined> {
  try {
    return checkBundle(await files.get(objectKey, sha256), signer);
  } catch (error) {
    if (error instanceof FileMissing) return 'no está';
    if (error instanceof FileDamaged) return 'sus bytes cambiaron';
    throw error;
  }
}
