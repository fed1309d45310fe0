/** Says, in Spanish, why a file or a folder could not be read or written. */

const PROBLEMS: Readonly<Record<string, string>> = {
  EACCES: 'falta permiso',
  EDQUOT: 'se acabó la cuota del disco',
  EIO: 'el disco falla',
  ENOENT: 'no existe',
  ENOSPC: 'no queda espacio en el disco',
  ENOTDIR: 'no es una carpeta',
  EPERM: 'falta permiso',
  EROFS: 'el disco es de solo lectura',
};

/** @returns undefined for an error of anything else */
export function systemProblem(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code = '', path } = error as NodeJS.ErrnoException;
  const problem = PROBLEMS[code];
  return problem && (path ? `${path}: ${problem}` : problem);
}
