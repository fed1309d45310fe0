/** Says, in Spanish, why a file or a folder could not be read or written. */
import { Failure } from './failure.js';

const PROBLEMS: Readonly<Record<string, string>> = {
  EACCES: 'falta permiso',
  EDQUOT: 'se acabó la cuota del disco',
  EEXIST: 'ya existe',
  EFBIG: 'pesa demasiado',
  EIO: 'el disco falla',
  EISDIR: 'es una carpeta',
  ENAMETOOLONG: 'el nombre es demasiado largo',
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

/** For the catch of one file: a Failure that names the file, and the problem in Spanish. */
export const cannot =
  (act: 'leer' | 'escribir', path: string) =>
  (error: unknown): never => {
    throw new Failure(`No se puede ${act} ${path}: ${reasonOf(error)}.`);
  };

/** @returns the message of an error that is not of a file */
export function reasonOf(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return PROBLEMS[code] ?? message;
}
