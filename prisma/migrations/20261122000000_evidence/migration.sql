-- A state needs evidence: what it rests on is kept, and so is what is missing where it does not.
ALTER TABLE "businesses" ADD COLUMN "unproven_policy" TEXT NOT NULL DEFAULT 'review',
  ADD CONSTRAINT "businesses_unproven_check" CHECK ("unproven_policy" IN ('review', 'presume'));

ALTER TABLE "emissions" ADD COLUMN "claimed_code" TEXT,
  ADD COLUMN "compared" JSON,
  ADD CONSTRAINT "emissions_claimed_check" CHECK ("claimed_code" IN ('1032', '1033'));

ALTER TABLE "outcomes" ADD COLUMN "evidence" TEXT,
  ADD CONSTRAINT "outcomes_evidence_check" CHECK ("evidence" IN ('cdr', 'cdr_query', 'consult', 'fault', 'presumed', 'person'));
