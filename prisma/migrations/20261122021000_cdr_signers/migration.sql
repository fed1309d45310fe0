-- The certificates that authorities are known to sign their CDRs with, on which days, and where that is known from.
CREATE TABLE "cdr_signers" (
  "id" SERIAL PRIMARY KEY,
  "authority" TEXT NOT NULL,
  "certificate" BYTEA NOT NULL,
  "fingerprint" TEXT NOT NULL,
  "subject" TEXT NOT NULL,
  "not_before" TIMESTAMPTZ(3) NOT NULL,
  "not_after" TIMESTAMPTZ(3) NOT NULL,
  "in_force_from" TIMESTAMPTZ(3),
  "in_force_until" TIMESTAMPTZ(3),
  "source" TEXT NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "cdr_signers_fingerprint_check" CHECK ("fingerprint" ~ '^[0-9a-f]{64}$'),
  CONSTRAINT "cdr_signers_source_check" CHECK ("source" <> '')
);
CREATE UNIQUE INDEX "cdr_signers_authority_fingerprint_key" ON "cdr_signers" ("authority", "fingerprint");

-- What a CDR whose signature is not valid obliges to, where an authority has its own row: 'tell' or 'review'.
CREATE TABLE "cdr_policies" (
  "authority" TEXT PRIMARY KEY,
  "broken" TEXT NOT NULL,
  "unknown_signer" TEXT NOT NULL,
  "absent" TEXT NOT NULL,
  "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "cdr_policies_words_check"
    CHECK ("broken" IN ('tell', 'review') AND "unknown_signer" IN ('tell', 'review') AND "absent" IN ('tell', 'review'))
);

-- What is known of the signature of its CDR; null where there is none, or it came before this was looked at.
ALTER TABLE "outcomes" ADD COLUMN "cdr_signature" TEXT,
  ADD CONSTRAINT "outcomes_cdr_signature_check" CHECK ("cdr_signature" IN ('valid', 'unknown_signer', 'broken', 'absent'));
