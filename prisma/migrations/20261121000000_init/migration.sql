-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateTable
CREATE TABLE "businesses" (
    "id" SERIAL NOT NULL,
    "ruc" CHAR(11) NOT NULL,
    "legal_name" TEXT NOT NULL,
    "trade_name" TEXT,
    "address" TEXT,
    "ubigeo" CHAR(6),
    "state" TEXT NOT NULL DEFAULT 'draft',
    "test" BOOLEAN NOT NULL DEFAULT false,
    "boletas" BOOLEAN NOT NULL DEFAULT true,
    "facturas" BOOLEAN NOT NULL DEFAULT true,
    "prices_include_tax" BOOLEAN NOT NULL DEFAULT true,
    "exoneration_allowed" BOOLEAN NOT NULL DEFAULT false,
    "rate_per_minute" INTEGER NOT NULL DEFAULT 60,
    "signature_digest" TEXT NOT NULL DEFAULT 'sha1',
    "authority" TEXT NOT NULL DEFAULT 'simulator',
    "bill_url" TEXT,
    "consult_url" TEXT,
    "print_formats" TEXT[] DEFAULT ARRAY['a4']::TEXT[],
    "design" JSONB NOT NULL DEFAULT '{}',
    "paused_until" TIMESTAMPTZ(3),
    "paused_why" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "businesses_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "series" (
    "id" SERIAL NOT NULL,
    "business_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "code" CHAR(4) NOT NULL,
    "last_number" INTEGER NOT NULL DEFAULT 0,
    "active" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "series_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "credentials" (
    "id" SERIAL NOT NULL,
    "business_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "api_key" TEXT NOT NULL,
    "secret_hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "revoked_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "credentials_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "certificates" (
    "id" SERIAL NOT NULL,
    "business_id" INTEGER NOT NULL,
    "certificate" BYTEA NOT NULL,
    "private_key" BYTEA NOT NULL,
    "subject_ruc" CHAR(11),
    "not_before" TIMESTAMPTZ(3) NOT NULL,
    "not_after" TIMESTAMPTZ(3) NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "active" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "certificates_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "accesses" (
    "business_id" INTEGER NOT NULL,
    "sol_user" BYTEA NOT NULL,
    "sol_password" BYTEA NOT NULL,
    "consult_id" BYTEA,
    "consult_secret" BYTEA,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "accesses_pkey" PRIMARY KEY ("business_id")
);

-- CreateTable
CREATE TABLE "references" (
    "business_id" INTEGER NOT NULL,
    "key" VARCHAR(128) NOT NULL,
    "hash" BYTEA NOT NULL,
    "document_id" BIGINT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'finished',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "references_pkey" PRIMARY KEY ("business_id","key")
);

-- CreateTable
CREATE TABLE "documents" (
    "id" BIGSERIAL NOT NULL,
    "business_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "series" CHAR(4) NOT NULL,
    "number" INTEGER NOT NULL,
    "reference" VARCHAR(128) NOT NULL,
    "issue_date" DATE NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "client_document_type" TEXT NOT NULL,
    "client_document" TEXT NOT NULL,
    "client_name" TEXT NOT NULL,
    "total" DECIMAL(14,2) NOT NULL,
    "sale" JSONB NOT NULL,
    "totals" JSONB NOT NULL,
    "warnings" JSONB,
    "answer" TEXT NOT NULL,
    "request_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "documents_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "outcomes" (
    "document_id" BIGINT NOT NULL,
    "business_id" INTEGER NOT NULL,
    "issuer" JSONB NOT NULL,
    "digest" TEXT NOT NULL,
    "qr" TEXT NOT NULL,
    "signed_at" TIMESTAMPTZ(3) NOT NULL,
    "sent_at" TIMESTAMPTZ(3),
    "state" TEXT,
    "code" TEXT,
    "description" TEXT,
    "notes" JSONB NOT NULL DEFAULT '[]',
    "settled_at" TIMESTAMPTZ(3),

    CONSTRAINT "outcomes_pkey" PRIMARY KEY ("document_id")
);

-- CreateTable
CREATE TABLE "emissions" (
    "document_id" BIGINT NOT NULL,
    "business_id" INTEGER NOT NULL,
    "stage" TEXT NOT NULL DEFAULT 'recorded',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "crashes" INTEGER NOT NULL DEFAULT 0,
    "next_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "rung" INTEGER NOT NULL DEFAULT 1,
    "lease_owner" TEXT,
    "lease_until" TIMESTAMPTZ(3),
    "epoch" INTEGER NOT NULL DEFAULT 0,
    "intent_at" TIMESTAMPTZ(3),
    "sends" INTEGER NOT NULL DEFAULT 0,
    "missing" INTEGER NOT NULL DEFAULT 0,
    "retry_class" TEXT,
    "last_code" TEXT,
    "last_error" TEXT,
    "review_reason" TEXT,
    "deadline" DATE NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "emissions_pkey" PRIMARY KEY ("document_id")
);

-- CreateTable
CREATE TABLE "attempts" (
    "id" BIGSERIAL NOT NULL,
    "document_id" BIGINT NOT NULL,
    "business_id" INTEGER NOT NULL,
    "attempt" INTEGER NOT NULL,
    "step" TEXT NOT NULL,
    "code" TEXT,
    "detail" TEXT,
    "took_ms" INTEGER,
    "worker" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "attempts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "files" (
    "document_id" BIGINT NOT NULL,
    "kind" TEXT NOT NULL,
    "sha256" BYTEA NOT NULL,
    "bytes" INTEGER NOT NULL,
    "object_key" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "files_pkey" PRIMARY KEY ("document_id","kind")
);

-- CreateTable
CREATE TABLE "users" (
    "id" SERIAL NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "business_id" INTEGER,
    "password_hash" TEXT,
    "totp_secret" BYTEA,
    "disabled_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sessions" (
    "id" BYTEA NOT NULL,
    "user_id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "address" TEXT,

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit" (
    "id" BIGSERIAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "actor" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "business_id" INTEGER,
    "document_id" BIGINT,
    "before" JSONB,
    "after" JSONB,
    "reason" TEXT,
    "request_id" TEXT,

    CONSTRAINT "audit_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "businesses_ruc_key" ON "businesses"("ruc");

-- CreateIndex
CREATE UNIQUE INDEX "series_business_id_code_key" ON "series"("business_id", "code");

-- CreateIndex
CREATE UNIQUE INDEX "credentials_api_key_key" ON "credentials"("api_key");

-- CreateIndex
CREATE INDEX "credentials_business_id_idx" ON "credentials"("business_id");

-- CreateIndex
CREATE INDEX "certificates_business_id_idx" ON "certificates"("business_id");

-- CreateIndex
CREATE INDEX "references_document_id_idx" ON "references"("document_id");

-- CreateIndex
CREATE UNIQUE INDEX "documents_business_id_kind_series_number_key" ON "documents"("business_id", "kind", "series", "number");

-- CreateIndex
CREATE INDEX "attempts_document_id_id_idx" ON "attempts"("document_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "users_email_key" ON "users"("email");

-- CreateIndex
CREATE INDEX "sessions_user_id_idx" ON "sessions"("user_id");

-- CreateIndex
CREATE INDEX "audit_business_id_id_idx" ON "audit"("business_id", "id");

-- CreateIndex
CREATE INDEX "audit_document_id_idx" ON "audit"("document_id");

-- AddForeignKey
ALTER TABLE "series" ADD CONSTRAINT "series_business_id_fkey" FOREIGN KEY ("business_id") REFERENCES "businesses"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "credentials" ADD CONSTRAINT "credentials_business_id_fkey" FOREIGN KEY ("business_id") REFERENCES "businesses"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_business_id_fkey" FOREIGN KEY ("business_id") REFERENCES "businesses"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "accesses" ADD CONSTRAINT "accesses_business_id_fkey" FOREIGN KEY ("business_id") REFERENCES "businesses"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "documents" ADD CONSTRAINT "documents_business_id_fkey" FOREIGN KEY ("business_id") REFERENCES "businesses"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "outcomes" ADD CONSTRAINT "outcomes_document_id_fkey" FOREIGN KEY ("document_id") REFERENCES "documents"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "emissions" ADD CONSTRAINT "emissions_document_id_fkey" FOREIGN KEY ("document_id") REFERENCES "documents"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "files" ADD CONSTRAINT "files_document_id_fkey" FOREIGN KEY ("document_id") REFERENCES "documents"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The rules that a schema file cannot say.

ALTER TABLE "businesses"
  ADD CONSTRAINT "businesses_ruc_check" CHECK ("ruc" ~ '^(10|15|17|20)[0-9]{9}$'),
  ADD CONSTRAINT "businesses_state_check" CHECK ("state" IN ('draft', 'active', 'suspended')),
  ADD CONSTRAINT "businesses_rate_check" CHECK ("rate_per_minute" > 0),
  ADD CONSTRAINT "businesses_digest_check" CHECK ("signature_digest" IN ('sha1', 'sha256')),
  ADD CONSTRAINT "businesses_authority_check" CHECK ("authority" IN ('simulator', 'beta', 'production', 'custom')),
  ADD CONSTRAINT "businesses_address_check" CHECK ("authority" <> 'custom' OR "bill_url" IS NOT NULL);

ALTER TABLE "series"
  ADD CONSTRAINT "series_kind_check" CHECK (("kind" = 'boleta' AND "code" ~ '^B[A-Z0-9]{3}$') OR ("kind" = 'factura' AND "code" ~ '^F[A-Z0-9]{3}$')),
  ADD CONSTRAINT "series_number_check" CHECK ("last_number" BETWEEN 0 AND 99999999);
-- a counter is updated in place: room on its page keeps the update out of the index
ALTER TABLE "series" SET (fillfactor = 50);

ALTER TABLE "references"
  ADD CONSTRAINT "references_state_check" CHECK ("state" IN ('finished', 'review')),
  ADD CONSTRAINT "references_hash_check" CHECK (octet_length("hash") = 32);
-- references are found by exact bytes and by prefix, in no language's order
ALTER TABLE "references" ALTER COLUMN "key" TYPE VARCHAR(128) COLLATE "C";

ALTER TABLE "documents"
  ADD CONSTRAINT "documents_kind_check" CHECK ("kind" IN ('boleta', 'factura')),
  ADD CONSTRAINT "documents_number_check" CHECK ("number" BETWEEN 1 AND 99999999);

ALTER TABLE "outcomes"
  ADD CONSTRAINT "outcomes_state_check" CHECK ("state" IN ('accepted', 'rejected')),
  ADD CONSTRAINT "outcomes_settled_check" CHECK (("state" IS NULL) = ("settled_at" IS NULL));

ALTER TABLE "emissions"
  ADD CONSTRAINT "emissions_stage_check" CHECK ("stage" IN ('recorded', 'signed', 'sending', 'review')),
  ADD CONSTRAINT "emissions_review_check" CHECK (("stage" = 'review') = ("review_reason" IS NOT NULL));
-- small as the backlog, and busy: swept often, with room for updates in place
ALTER TABLE "emissions" SET (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.01);
CREATE INDEX "emissions_due_idx" ON "emissions" ("next_at") WHERE "stage" <> 'review';
CREATE INDEX "emissions_business_idx" ON "emissions" ("business_id", "next_at") WHERE "stage" <> 'review';
CREATE INDEX "emissions_review_idx" ON "emissions" ("created_at") WHERE "stage" = 'review';

CREATE UNIQUE INDEX "certificates_active_key" ON "certificates" ("business_id") WHERE "active";

ALTER TABLE "files" ADD CONSTRAINT "files_hash_check" CHECK (octet_length("sha256") = 32);

ALTER TABLE "users"
  ADD CONSTRAINT "users_role_check" CHECK ("role" IN ('admin', 'operator', 'support', 'business')),
  ADD CONSTRAINT "users_business_check" CHECK (("role" = 'business') = ("business_id" IS NOT NULL));

-- What was done stays done: the trail and the timeline take no second thoughts.
CREATE FUNCTION "append_only"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append only', TG_TABLE_NAME;
END $$;
CREATE TRIGGER "audit_append_only" BEFORE UPDATE OR DELETE ON "audit" FOR EACH ROW EXECUTE FUNCTION "append_only"();
CREATE TRIGGER "attempts_append_only" BEFORE UPDATE OR DELETE ON "attempts" FOR EACH ROW EXECUTE FUNCTION "append_only"();
CREATE TRIGGER "documents_append_only" BEFORE UPDATE OR DELETE ON "documents" FOR EACH ROW EXECUTE FUNCTION "append_only"();
