-- CDRs that the authority gave and no row of files shows yet: the store would not take them, or they came too late to settle.
CREATE TABLE "pending_cdrs" (
  "document_id" BIGINT NOT NULL REFERENCES "documents"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
  "sha256" BYTEA NOT NULL,
  "bytes" INTEGER NOT NULL,
  "sealed" BYTEA,
  "object_key" TEXT,
  "state" TEXT NOT NULL,
  "code" TEXT NOT NULL,
  "description" TEXT NOT NULL,
  "notes" JSONB NOT NULL,
  "cdr_signature" TEXT,
  "attempt" INTEGER NOT NULL,
  "worker" TEXT NOT NULL,
  "resumed_at" TIMESTAMPTZ(3),
  "conflict" TEXT,
  "next_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY ("document_id", "sha256"),
  CONSTRAINT "pending_cdrs_hash_check" CHECK (octet_length("sha256") = 32),
  CONSTRAINT "pending_cdrs_place_check" CHECK (("sealed" IS NULL) <> ("object_key" IS NULL)),
  CONSTRAINT "pending_cdrs_state_check" CHECK ("state" IN ('accepted', 'rejected')),
  CONSTRAINT "pending_cdrs_signature_check" CHECK ("cdr_signature" IN ('valid', 'unknown_signer', 'broken', 'absent')),
  CONSTRAINT "pending_cdrs_conflict_check" CHECK ("conflict" IN ('other_state', 'other_cdr'))
);
CREATE INDEX "pending_cdrs_next_at_idx" ON "pending_cdrs" ("next_at") WHERE "conflict" IS NULL;
