/** The type of a sample sale. */
import type { DateText, Kind } from '@rafaga/fiscal';
import type { Fields } from '../fields/field.js';

export interface Sample {
  /** Part of its anchor and of its reference. */
  id: string;
  kind: Kind;
  title: string;
  /** What is particular in it. */
  about: string;
  body(today: DateText): Fields;
}

/** The Idempotency-Key of a sample: the same for a day, so that its repetition is a replay. */
export const sampleKey = ({ id }: Sample, today: DateText): string => `ejemplo-${today}-${id}`;
