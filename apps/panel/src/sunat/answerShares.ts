/**
 * What became of the exchanges with an authority: how many it answered, and of those how many it
 * accepted. A rejection is an answer, and no success.
 */
import type { ExchangeStats } from '@rafaga/db';

export interface AnswerShares {
  exchanges: number;
  answered: number;
  accepted: number;
  rejected: number;
}

export function answerShares(lines: readonly ExchangeStats[]): AnswerShares {
  const of = (...steps: readonly string[]) =>
    lines
      .filter(({ step }) => steps.length === 0 || steps.includes(step))
      .reduce((sum, { count }) => sum + count, 0);
  return {
    exchanges: of(),
    // 'review' is an answer too, one that a person has to read
    answered: of('accepted', 'rejected', 'asked', 'review'),
    accepted: of('accepted'),
    rejected: of('rejected'),
  };
}

/** A part as a whole per cent; none is 100 that is not all, none 0 that is some. */
export function percent(part: number, whole: number): number {
  if (whole === 0) return 0;
  const share = (part / whole) * 100;
  if (part < whole) return Math.min(99, Math.max(part > 0 ? 1 : 0, Math.round(share)));
  return 100;
}
