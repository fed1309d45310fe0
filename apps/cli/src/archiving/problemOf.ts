/** Checks a stored bundle: its bytes, its hashes and its signature. */
import { checkBundle } from '@rafaga/archive';
import type { Bundle } from '@rafaga/db';
import type { FileStore } from '@rafaga/storage';
import { fileProblem } from '../terminal/fileProblem.js';

/** @returns what is wrong, in Spanish; undefined when it is whole */
export async function problemOf(
  files: FileStore,
  { objectKey, sha256, signer }: Bundle,
): Promise<string | undefined> {
  try {
    return checkBundle(await files.get(objectKey, sha256), signer);
  } catch (error) {
    const problem = await fileProblem(error);
    if (!problem) throw error;
    return problem;
  }
}
