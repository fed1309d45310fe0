/** Names the series that a change of environment would leave without numbers. */
import type { Environment, SeriesToBegin } from '@rafaga/db';
import { ENVIRONMENT } from './words.js';

/** Why a business does not change to an environment yet. */
export const toBeginText = (series: readonly SeriesToBegin[], there: Environment): string =>
  `En ${ENVIRONMENT[there]} no tienen todavía su primer número, y sus ventas se rechazarían: ` +
  `${series.map(({ code, lastNumber }) => `${code} (aquí llegó al ${lastNumber})`).join(', ')}`;
