/** Gives a value in place of the error that a file or folder is missing. */

export const unlessMissing =
  <T>(otherwise: T) =>
  (error: NodeJS.ErrnoException): T => {
    if (error.code !== 'ENOENT') throw error;
    return otherwise;
  };
