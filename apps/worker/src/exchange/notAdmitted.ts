/** The wait of a document whose exchange was not admitted: the attempt is not counted. */
import type { Refused } from '@rafaga/sunat';
import type { Wait } from '../decisions/decision.js';

export const notAdmitted = (refused: Refused): Wait =>
  refused.is === 'circuit_open'
    ? {
        do: 'wait',
        class: 'unreachable',
        error: 'SUNAT no responde: se espera',
        delayMs: refused.retryInMs,
        counted: false,
      }
    : { do: 'wait', class: 'throttled', error: 'hay muchos envíos en curso', counted: false };
