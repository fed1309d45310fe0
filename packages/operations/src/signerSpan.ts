/**
 * The time during which a registered certificate is trusted: its validity, limited to its set days.
 */
import type { CdrSignerSummary } from '@rafaga/db';

type Days = Pick<CdrSignerSummary, 'notBefore' | 'notAfter' | 'inForceFrom' | 'inForceUntil'>;

export const signerSpan = (days: Days): { from: Date; until: Date } => {
  const { notBefore, notAfter, inForceFrom, inForceUntil } = days;
  return {
    from: inForceFrom && inForceFrom > notBefore ? inForceFrom : notBefore,
    until: inForceUntil && inForceUntil < notAfter ? inForceUntil : notAfter,
  };
};
