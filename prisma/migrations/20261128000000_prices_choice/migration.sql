-- When a person last chose whether prices include the IGV; of what was never a draft since, that it was chosen.
ALTER TABLE "businesses" ADD COLUMN "prices_chosen_at" TIMESTAMPTZ(3);
UPDATE "businesses" SET "prices_chosen_at" = "created_at" WHERE "state" <> 'draft';
