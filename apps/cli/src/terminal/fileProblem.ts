/** Says, in Spanish, what is wrong with a file of the store that is missing or damaged. */

export type FileProblem = 'no está' | 'sus bytes cambiaron';

/** @returns undefined for any other error: an unreachable store says nothing about its files */
export async function fileProblem(error: unknown): Promise<FileProblem | undefined> {
  // loaded here, so that --help answers at once
  const { FileDamaged, FileMissing } = await import('@rafaga/storage');
  if (error instanceof FileMissing) return 'no está';
  return error instanceof FileDamaged ? 'sus bytes cambiaron' : undefined;
}
