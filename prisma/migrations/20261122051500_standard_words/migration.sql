-- Columns and a table get the standard words for what they hold. No row is rewritten; each statement only changes the
-- catalogue. Processes of the version before name the old columns: stop API, worker and panel before this runs, and
-- start the new version after it.
ALTER TABLE "businesses" RENAME COLUMN "paused_why" TO "pause_reason";
-- how often the document was enqueued
ALTER TABLE "emissions" RENAME COLUMN "rung" TO "dispatches";

ALTER TABLE "refusals" RENAME TO "refused_requests";
ALTER TABLE "refused_requests" RENAME CONSTRAINT "refusals_pkey" TO "refused_requests_pkey";
ALTER INDEX "refusals_business_id_id_idx" RENAME TO "refused_requests_business_id_id_idx";
ALTER SEQUENCE "refusals_id_seq" RENAME TO "refused_requests_id_seq";
