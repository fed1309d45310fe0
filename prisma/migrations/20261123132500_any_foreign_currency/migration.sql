-- Which currencies there are is a table of the programs (packages/fiscal), so that a new one is a row there and no
-- migration. The rows that exist fit: they are in dollars or euros.
ALTER TABLE "exchange_rates"
  DROP CONSTRAINT "exchange_rates_currency_check",
  ADD CONSTRAINT "exchange_rates_currency_check" CHECK ("currency" ~ '^[A-Z]{3}$' AND "currency" <> 'PEN') NOT VALID;
