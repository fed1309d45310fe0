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
  /** The last answer. */
  last: Date | null;
}

export function answerShares(lines: readonly ExchangeStats[]): AnswerShares {
  const of = (step: string) => sum(lines.filter((line) => line.step === step));
  const answers = lines.filter(isAnswer);
  const last = Math.max(0, ...answers.map((line) => line.last.getTime()));
  return {
    exchanges: sum(lines),
    answered: sum(answers),
    accepted: of('accepted'),
    rejected: of('rejected'),
    last: last > 0 ? new Date(last) : null,
  };
}

const sum = (lines: readonly ExchangeStats[]): number =>
  lines.reduce((total, { count }) => total + count, 0);

/** A review with a code is an answer that a person has to read; one without, none came to it. */
const isAnswer = ({ step, code }: ExchangeStats): boolean =>
  step === 'review' ? code !== null : ['accepted', 'rejected', 'asked'].includes(step);

/** A part as a whole per cent; none is 100 that is not all, none 0 that is some. */
export function percent(part: number, whole: number): number {
  if (whole === 0) return 0;
  const share = (part / whole) * 100;
  if (part < whole) return Math.min(99, Math.max(part > 0 ? 1 : 0, Math.round(share)));
  return 100;
}
