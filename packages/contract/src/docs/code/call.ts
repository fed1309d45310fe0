/** The call of the API that a sample program makes. */

/** The address, key and secret come from the environment of the program. */
export interface ApiCall {
  /** Below the base address: /boletas. */
  path: string;
  /** Of a POST. */
  sale?: { body: unknown; key: string };
  /** Of a download: the file that it writes. */
  file?: string;
}

/** A sale that is sent until there is an answer about it. */
export interface Sale {
  path: string;
  body: unknown;
  key: string;
}

/** The lines of a program, without those that do not apply. */
export const program = (...lines: (string | false | undefined)[]): string =>
  lines.filter((line) => typeof line === 'string').join('\n');
