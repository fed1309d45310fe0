/** Decides which sales need facts from the database before their rules can be checked. */
import { type CheckContext, needsExchangeRate, type Sale } from '@rafaga/fiscal';

/** The facts that were read; an absent one is unknown. */
export type SaleFacts = Pick<CheckContext, 'lastNumbers' | 'exchangeRate'>;

/** The part of a sale that determines which facts it needs. */
export type FactsOf = Pick<Sale, 'kind' | 'currency' | 'issueDate' | 'client' | 'advances'>;

/** @returns undefined when the sale needs none, as most do */
export function factsOf(sale: Sale): FactsOf | undefined {
  const { kind, currency, issueDate, client, advances } = sale;
  return advances.length > 0 || needsExchangeRate(sale)
    ? { kind, currency, issueDate, client, advances }
    : undefined;
}
