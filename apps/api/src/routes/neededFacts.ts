/** Which sales need something of the database before their rules are asked. */
import { type CheckContext, needsExchangeRate, type Sale } from '@rafaga/fiscal';

/** What was read: absent is unknown. */
export type SaleFacts = Pick<CheckContext, 'lastNumbers' | 'exchangeRate'>;

/** The part of a sale that says what to read. */
export type FactsOf = Pick<Sale, 'kind' | 'currency' | 'issueDate' | 'client' | 'advances'>;

/** Undefined for a sale that needs nothing, as nearly all. */
export function factsOf(sale: Sale): FactsOf | undefined {
  const { kind, currency, issueDate, client, advances } = sale;
  return advances.length > 0 || needsExchangeRate(sale)
    ? { kind, currency, issueDate, client, advances }
    : undefined;
}
