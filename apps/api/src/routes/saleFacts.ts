/** Reads from the database the facts that the rules of some sales need. */
import { type Db, findExchangeRate, lastNumbers } from '@rafaga/db';
import { needsExchangeRate } from '@rafaga/fiscal';
import { inTime } from '../edge/deadline.js';
import type { Response } from '../handler.js';
import type { FactsOf, SaleFacts } from './neededFacts.js';

/** A fact that cannot be read is left out: the failing issue itself then reports the database. */
export async function saleFacts(sale: FactsOf, db: Db, res: Response): Promise<SaleFacts> {
  const { advances, currency, issueDate } = sale;
  const codes = advances.map(({ document }) => document.slice(0, 4));
  const read = Promise.all([
    codes.length > 0 ? lastNumbers(db, res.locals.caller.business.id, codes) : undefined,
    needsExchangeRate(sale) ? findExchangeRate(db, currency, issueDate) : undefined,
  ]);
  return inTime(res, read).then(
    ([numbers, rate]) => ({
      ...(numbers && { lastNumbers: numbers }),
      ...(rate && { exchangeRate: rate }),
    }),
    () => ({}),
  );
}
