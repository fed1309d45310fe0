/** Reads `Prefer: wait=N` (RFC 7240): how many seconds a caller wants its answer to be held. */

/** Load balancers close connections without an answer after 30 seconds or more. */
const LONGEST_S = 10;

/** @returns undefined without a valid preference: RFC 7240 lets a server ignore an invalid one */
export function preferredWait(header: string | readonly string[] | undefined): number | undefined {
  if (header === undefined) return undefined;
  for (const preference of String(header).split(',')) {
    const [, quote, seconds] = WAIT.exec(preference) ?? [];
    // the first one counts when there are several
    if (seconds !== undefined && quote !== undefined)
      return Math.min(Number(seconds), LONGEST_S) || undefined;
  }
  return undefined;
}

const WAIT = /^\s*wait\s*=\s*("?)(\d{1,6})\1\s*(?:;.*)?$/i;
