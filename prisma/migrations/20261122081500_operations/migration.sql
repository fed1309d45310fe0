-- Bulk operations: one row for what a person asked for, and one for each document that it was asked about. The panel that
-- holds the lease carries it out; the epoch fences off one that lost it. What needs two persons is approved by another one.
CREATE TABLE "operations" (
  "id" SERIAL PRIMARY KEY,
  "token" UUID NOT NULL UNIQUE,
  "action" TEXT NOT NULL,
  "resolution" TEXT,
  "selection" TEXT NOT NULL,
  "reason" TEXT NOT NULL,
  "state" TEXT NOT NULL,
  "halted" TEXT,
  "proposed_by" INTEGER NOT NULL REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
  "request_id" TEXT,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "decided_by" INTEGER REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
  "decided_at" TIMESTAMPTZ(3),
  "canary" INTEGER,
  "canary_passed" BOOLEAN NOT NULL DEFAULT false,
  "ended_at" TIMESTAMPTZ(3),
  "lease_owner" TEXT,
  "lease_until" TIMESTAMPTZ(3),
  "epoch" INTEGER NOT NULL DEFAULT 0,
  CONSTRAINT "operations_action_check" CHECK (
    ("action" = 'resume' AND "resolution" IS NULL)
    OR ("action" = 'resolve' AND "resolution" IS NOT NULL AND "resolution" IN ('accepted', 'rejected', 'discarded'))),
  CONSTRAINT "operations_state_check" CHECK (
    "state" IN ('proposed', 'declined', 'running', 'paused', 'cancelled', 'finished')),
  CONSTRAINT "operations_halted_check" CHECK (("state" = 'paused') = ("halted" IS NOT NULL)
    AND "halted" IN ('person', 'canary_rejected', 'canary_review')),
  CONSTRAINT "operations_decided_check" CHECK (("decided_at" IS NULL) = ("decided_by" IS NULL)),
  CONSTRAINT "operations_persons_check" CHECK ("action" = 'resume' OR "state" IN ('proposed', 'declined')
    OR ("decided_by" IS NOT NULL AND "decided_by" <> "proposed_by")),
  CONSTRAINT "operations_ended_check" CHECK (
    ("ended_at" IS NOT NULL) = ("state" IN ('declined', 'cancelled', 'finished')))
);
CREATE INDEX "operations_live_idx" ON "operations" ("state", "id") WHERE "ended_at" IS NULL;

CREATE TABLE "operation_items" (
  "operation_id" INTEGER NOT NULL REFERENCES "operations"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
  "position" INTEGER NOT NULL,
  "document_id" BIGINT NOT NULL REFERENCES "documents"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
  "epoch" INTEGER,
  "state" TEXT NOT NULL,
  "cause" TEXT,
  "at" TIMESTAMPTZ(3),
  PRIMARY KEY ("operation_id", "position"),
  CONSTRAINT "operation_items_state_check" CHECK ("state" IN ('pending', 'done', 'skipped', 'failed', 'cancelled')),
  CONSTRAINT "operation_items_epoch_check" CHECK ("state" <> 'pending' OR "epoch" IS NOT NULL)
);
-- a document is in one live operation at a time, however often a person presses
CREATE UNIQUE INDEX "operation_items_document_key" ON "operation_items" ("document_id") WHERE "state" = 'pending';

-- a proposal names the document that it is about
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_document_id_fkey"
  FOREIGN KEY ("document_id") REFERENCES "documents"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
