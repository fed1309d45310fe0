/** Copies the files beside the log that arrives. */
import { systemProblem } from '../terminal/systemProblem.js';
import { makeFiles, type Repository } from './repository.js';
import type { Source } from './source.js';

/**
 * The log goes on arriving while a file cannot be copied: the server would keep it meanwhile, and
 * fill its own disk.
 * @returns why they could not be copied, in Spanish; undefined when they were
 */
export async function copyFiles(
  repository: Repository,
  { filesDir }: Source,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (filesDir === undefined) return undefined;
  const { mirrorFolder } = await import('@rafaga/storage');
  try {
    makeFiles(repository);
    await mirrorFolder(filesDir, repository.files, signal);
    return undefined;
  } catch (error) {
    return `no se pueden copiar los archivos: ${systemProblem(error) ?? (error as Error).message}`;
  }
}
