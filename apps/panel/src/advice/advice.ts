/**
 * A reference in three sentences for the users of the panel: what happened, what the system will
 * do by itself and when, what the user can do. Pure.
 */
import type { DocumentSummary } from '@rafaga/db';
import { limaToday } from '@rafaga/fiscal';
import { adviseOnPending } from './pending.js';
import { adviseOnReview } from './review.js';
import type { Advice, Surroundings } from './sentences.js';
import { adviseOnSettled } from './settled.js';

export function advise(found: DocumentSummary, around: Surroundings): Advice {
  const { state, emission } = found;
  if (state) return adviseOnSettled(found, state, around);
  if (!emission)
    return {
      happened: 'Está pendiente y no queda trabajo por hacer: eso no debería pasar.',
      next: 'Nada.',
      you: 'Avisa a quien mantiene el programa y pásale el informe de abajo.',
    };
  return emission.stage === 'review'
    ? adviseOnReview(emission, around)
    : adviseOnPending(emission, around);
}

/** The first of the three, which depends on nothing but the document. */
export const whatHappened = (found: DocumentSummary, now: Date): string =>
  advise(found, { ...USUAL, now, today: limaToday(now) }).happened;

/** Nothing is stopped, and the user may do everything. */
const USUAL = {
  queuePaused: false,
  restoring: false,
  workers: true,
  canAsk: true,
  mayAct: true,
} as const;
