/** Whether SUNAT may have something under the number of a reference. */
import type { DocumentSummary } from '@rafaga/db';

/** What was never sent and is in no review cannot be there. */
export const isWorthAsking = ({ emission }: Pick<DocumentSummary, 'emission'>): boolean =>
  emission === null || emission.sends > 0 || emission.stage === 'review';
