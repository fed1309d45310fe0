-- Another reason of a pause: a person resolved the canary, so that it says nothing about the others.
ALTER TABLE "operations" DROP CONSTRAINT "operations_halted_check";
ALTER TABLE "operations" ADD CONSTRAINT "operations_halted_check"
  CHECK (("state" = 'paused') = ("halted" IS NOT NULL)
    AND "halted" IN ('person', 'canary_rejected', 'canary_review', 'canary_settled'));
