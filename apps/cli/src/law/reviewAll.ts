/** Reviews the sales of one business, or of all active ones, by the rules of a day. */
import type { Business, Review } from '@rafaga/db';
import type { ChangeRow } from '@rafaga/fiscal';
import { businessOf, type CommandContext } from '../context/commandContext.js';

export interface Reviewed extends Review {
  business: Pick<Business, 'ruc' | 'legalName'>;
}

/** What to do before the day of the rules about one finding. */
export type AdviceOf = (row: ChangeRow) => string;

export async function reviewAll(
  { db }: CommandContext,
  day: string,
  ruc: string | undefined,
): Promise<Reviewed[]> {
  const { listBusinesses, reviewBusiness } = await import('@rafaga/db');
  const businesses =
    ruc === undefined
      ? (await listBusinesses(db)).filter(({ state }) => state === 'active')
      : [await businessOf(db, ruc)];
  const reviews: Reviewed[] = [];
  for (const business of businesses) {
    const review = await reviewBusiness(db, business, { day, now: new Date() });
    if (review) reviews.push({ business, ...review });
  }
  return reviews;
}
