/** The class of an error, for spans: never its message, which may quote what callers sent. */

const CODE = /^[A-Z0-9_]{1,40}$/;

/** The code of an error that has one (SQLSTATE, `ECONNREFUSED`), or its class. */
export function errorType(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { code, name } = error as Error & { code?: unknown };
  return typeof code === 'string' && CODE.test(code) ? code : name;
}
