-- What one unit of a currency costs in soles on a day, as an operator enters it: amounts of the law
-- are in soles.
CREATE TABLE "exchange_rates" (
  "currency" TEXT NOT NULL,
  "day" DATE NOT NULL,
  "soles" DECIMAL(9, 6) NOT NULL,
  "set_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY ("currency", "day"),
  CONSTRAINT "exchange_rates_currency_check" CHECK ("currency" IN ('USD', 'EUR')),
  CONSTRAINT "exchange_rates_soles_check" CHECK ("soles" >= 1 AND "soles" < 100)
);
