-- Whether a person chose what happens to a boleta that nothing proves, or the default stands unasked.
ALTER TABLE "businesses" ADD COLUMN "unproven_chosen_at" TIMESTAMPTZ(3);
