-- A presumption rests on a send that may really have arrived: one that was answered, however, is not such a send.
ALTER TABLE "emissions" ADD COLUMN "unanswered" BOOLEAN NOT NULL DEFAULT false;
-- sends that were refused were counted until now: what waits as signed has none that may have arrived
UPDATE "emissions" SET "sends" = 0 WHERE "stage" = 'signed';
UPDATE "emissions" SET "unanswered" = true WHERE "stage" = 'sending' AND "sends" > 0;
