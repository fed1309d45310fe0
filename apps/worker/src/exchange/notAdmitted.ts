/** The wait of a document whose exchange was not admitted: the attempt is not counted. */
import type { Refused } from '@rafaga/sunat';
import type { Wait } from '../decisions/decision.js';

export const notAdmitted = ({ is, retryInMs }: Refused): Wait => ({
  do: 'wait',
  ...REASON[is],
  delayMs: retryInMs,
  counted: false,
});

const REASON = {
  circuit_open: { class: 'unreachable', error: 'SUNAT no responde: se espera' },
  busy: { class: 'throttled', error: 'hay muchos envíos en curso' },
} as const;
