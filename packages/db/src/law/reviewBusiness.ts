/**
 * Reviews the sales of the last thirty days of one business, in its present environment, by the
 * rules of a coming day. After each batch it yields to other work, for as long as its caller
 * decides.
 */
import {
  type ChangeCounts,
  type ChangeRow,
  createChangeCounter,
  type DateText,
  reviewSale,
  toCents,
} from '@rafaga/fiscal';
import type { Db } from '../db.js';
import { issuedSales } from './issuedSales.js';

export interface ReviewedBusiness {
  id: number;
  ruc: string;
  exonerationAllowed: boolean;
  /** Sales of its other environments are not reviewed. */
  environment: string;
}

export interface Review {
  counts: ChangeCounts;
  rows: ChangeRow[];
  /** Sales that are stored in another form and could not be priced; they are not counted. */
  unreadable: number;
}

export interface ReviewOptions {
  day: DateText;
  now: Date;
  /** Sales in a batch. */
  batch?: number;
  /** Called after every batch with the milliseconds that it took; false ends the review. */
  between?(tookMs: number): Promise<boolean>;
}

export const REVIEWED_DAYS = 30;
const DAY_MS = 86_400_000;

/** @returns undefined when `between` ended it before the last batch */
export async function reviewBusiness(
  db: Db,
  { id, ruc, exonerationAllowed, environment }: ReviewedBusiness,
  { day, now, batch: limit, between }: ReviewOptions,
): Promise<Review | undefined> {
  const counter = createChangeCounter();
  let unreadable = 0;
  const since = new Date(now.getTime() - REVIEWED_DAYS * DAY_MS);
  const issuer = { ruc, exonerationAllowed };
  const wanted = { businessId: id, environment, since, ...(limit && { limit }) };
  // includes reading the batch, which takes longer than reviewing it
  let began = performance.now();
  for await (const batch of issuedSales(db, wanted)) {
    for (const { documentId, sale, totals } of batch)
      try {
        const issued = { payable: toCents(totals.payable), taxes: toCents(totals.taxes) };
        counter.add(documentId, sale, reviewSale(sale, day, issuer, issued));
      } catch {
        // one unreadable sale must not prevent the review of the others
        unreadable += 1;
      }
    if (between && !(await between(performance.now() - began))) return undefined;
    began = performance.now();
  }
  return { counts: counter.counts(), rows: counter.rows(), unreadable };
}
