/**
 * The sales that documentation and OpenAPI description show, dated on the day on which they are
 * read: a business that has the series B001 and F001 can send each as it is.
 */
import type { Kind } from '@rafaga/fiscal';
import { FIRST_SAMPLES } from './first.js';
import type { Sample } from './sample.js';
import { SPECIAL_SAMPLES } from './special.js';

export const SAMPLES: readonly Sample[] = [...FIRST_SAMPLES, ...SPECIAL_SAMPLES];

export const samplesOf = (kind: Kind): Sample[] => SAMPLES.filter((sample) => sample.kind === kind);
