/** The exchange rates that an operator entered, by currency and day, for all businesses. */
import type { Currency, DateText, Decimal, ForeignCurrency } from '@rafaga/fiscal';
import { audited, type By } from '../admin/audit.js';
import { type Db, poolOf, prismaOf } from '../db.js';

export interface ExchangeRate {
  currency: ForeignCurrency;
  day: DateText;
  /** The price of one unit in soles. */
  soles: Decimal;
}

interface Row {
  currency: string;
  day: Date;
  soles: { toString(): string };
}

/** Enters a rate, or changes that of the same currency and day. */
export async function setExchangeRate(db: Db, by: By, rate: ExchangeRate): Promise<void> {
  const { currency, soles } = rate;
  const day = new Date(`${rate.day}T00:00:00Z`);
  await audited(
    db,
    by,
    (tx) =>
      tx.exchangeRate.upsert({
        where: { currency_day: { currency, day } },
        create: { currency, day, soles },
        update: { soles },
      }),
    () => ({ action: 'exchange_rate.set', after: { ...rate } }),
  );
}

/** Lists rates, the newest days first. */
export async function listExchangeRates(db: Db, limit: number): Promise<ExchangeRate[]> {
  const rows = await prismaOf(db).exchangeRate.findMany({
    orderBy: [{ day: 'desc' }, { currency: 'asc' }],
    take: limit,
  });
  return rows.map(rateOf);
}

const rateOf = ({ currency, day, soles }: Row): ExchangeRate => ({
  currency: currency as ExchangeRate['currency'],
  day: day.toISOString().slice(0, 10),
  soles: soles.toString(),
});

/** @returns undefined when no rate was entered for exactly that day */
export async function findExchangeRate(
  db: Db,
  currency: Currency,
  day: DateText,
): Promise<Decimal | undefined> {
  const { rows } = await poolOf(db).query<{ soles: string }>({
    name: 'exchange_rate',
    text: `SELECT trim_scale(soles)::text AS soles FROM exchange_rates
      WHERE currency = $1 AND day = $2::date`,
    values: [currency, day],
  });
  return rows[0]?.soles;
}

/** Finds the newest rate of a currency, leaving out the day that is about to change. */
export async function lastExchangeRate(
  db: Db,
  { currency, day }: Pick<ExchangeRate, 'currency' | 'day'>,
): Promise<ExchangeRate | undefined> {
  const row = await prismaOf(db).exchangeRate.findFirst({
    where: { currency, day: { not: new Date(`${day}T00:00:00Z`) } },
    orderBy: { day: 'desc' },
  });
  return row ? rateOf(row) : undefined;
}
