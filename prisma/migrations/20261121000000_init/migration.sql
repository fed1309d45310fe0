-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- The id of a document: the milliseconds since 2024 and ten bits that keep those of one millisecond apart. It grows,
-- as an index likes it, stays below 2^53, and does not count: those ten bits are a sequence, shifted every millisecond
-- by an amount that only this database knows.
CREATE SEQUENCE "document_ids";
DO $do$ BEGIN
  EXECUTE format(
    $sql$ CREATE FUNCTION "document_id"() RETURNS bigint LANGUAGE plpgsql AS $id$
      DECLARE ms bigint := floor(date_part('epoch', clock_timestamp()) * 1000)::bigint - 1704067200000;
      BEGIN RETURN ms << 10 | (nextval('document_ids') + hashint8extended(ms, %s) & 1023); END $id$ $sql$,
    ('x' || translate(left(gen_random_uuid()::text, 18), '-', ''))::bit(64)::bigint);
END $do$;

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
    "default_format" TEXT NOT NULL DEFAULT 'a4',
    "paused_until" TIMESTAMPTZ(3),
    "paused_why" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "businesses_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "designs" (
    "business_id" INTEGER NOT NULL,
    "version" INTEGER NOT NULL,
    "color" TEXT,
    "logo" BYTEA,
    "contact" TEXT,
    "footer" TEXT,
    "consult_at" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "designs_pkey" PRIMARY KEY ("business_id","version")
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

    CONSTRAINT "references_pkey" PRIMARY KEY ("key","business_id")
);

-- CreateTable
CREATE TABLE "documents" (
    "id" BIGINT NOT NULL DEFAULT document_id(),
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
    "sale" JSON NOT NULL,
    "totals" JSON NOT NULL,
    "warnings" JSON,
    "answer" TEXT NOT NULL,
    "request_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "documents_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "outcomes" (
    "document_id" BIGINT NOT NULL,
    "business_id" INTEGER NOT NULL,
    "issuer" JSONB,
    "digest" TEXT,
    "qr" TEXT,
    "signed_at" TIMESTAMPTZ(3),
    "sent_at" TIMESTAMPTZ(3),
    "state" TEXT,
    "code" TEXT,
    "description" TEXT,
    "notes" JSONB NOT NULL DEFAULT '[]',
    "settled_at" TIMESTAMPTZ(3),
    "without_cdr" BOOLEAN NOT NULL DEFAULT false,

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
    "not_before" TIMESTAMPTZ(3),
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
    "totp_step" INTEGER,
    "invite_hash" BYTEA,
    "invite_until" TIMESTAMPTZ(3),
    "disabled_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sessions" (
    "id" BYTEA NOT NULL,
    "user_id" INTEGER NOT NULL,
    "stage" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "proved_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
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

-- CreateTable
CREATE TABLE "proposals" (
    "id" SERIAL NOT NULL,
    "action" TEXT NOT NULL,
    "business_id" INTEGER NOT NULL,
    "document_id" BIGINT,
    "series" CHAR(4),
    "resolution" TEXT,
    "next_number" INTEGER,
    "reason" TEXT NOT NULL,
    "proposed_by" INTEGER NOT NULL,
    "proposed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "decided_by" INTEGER,
    "decided_at" TIMESTAMPTZ(3),
    "approved" BOOLEAN,

    CONSTRAINT "proposals_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "refusals" (
    "id" BIGSERIAL NOT NULL,
    "business_id" INTEGER NOT NULL,
    "credential_id" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "call" TEXT NOT NULL,
    "status" SMALLINT NOT NULL,
    "code" TEXT NOT NULL,
    "fields" TEXT[],
    "reference" TEXT,
    "request_id" TEXT NOT NULL,
    "took_ms" INTEGER NOT NULL,

    CONSTRAINT "refusals_pkey" PRIMARY KEY ("id")
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
CREATE INDEX "documents_request_id_idx" ON "documents" USING HASH ("request_id");

-- CreateIndex
CREATE UNIQUE INDEX "documents_business_id_kind_series_number_key" ON "documents"("business_id", "kind", "series", "number");

-- CreateIndex
CREATE INDEX "attempts_document_id_id_idx" ON "attempts"("document_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "users_email_key" ON "users"("email");

-- CreateIndex
CREATE UNIQUE INDEX "users_invite_hash_key" ON "users"("invite_hash");

-- CreateIndex
CREATE INDEX "sessions_user_id_idx" ON "sessions"("user_id");

-- CreateIndex
CREATE INDEX "audit_business_id_id_idx" ON "audit"("business_id", "id");

-- CreateIndex
CREATE INDEX "audit_document_id_idx" ON "audit"("document_id");

-- CreateIndex
CREATE INDEX "refusals_business_id_id_idx" ON "refusals"("business_id", "id");

-- AddForeignKey
ALTER TABLE "designs" ADD CONSTRAINT "designs_business_id_fkey" FOREIGN KEY ("business_id") REFERENCES "businesses"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

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

-- AddForeignKey
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_business_id_fkey" FOREIGN KEY ("business_id") REFERENCES "businesses"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_proposed_by_fkey" FOREIGN KEY ("proposed_by") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_decided_by_fkey" FOREIGN KEY ("decided_by") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- The rules that a schema file cannot say.

ALTER TABLE "businesses"
  ADD CONSTRAINT "businesses_ruc_check" CHECK ("ruc" ~ '^(10|15|17|20)[0-9]{9}$'),
  ADD CONSTRAINT "businesses_state_check" CHECK ("state" IN ('draft', 'active', 'suspended')),
  ADD CONSTRAINT "businesses_rate_check" CHECK ("rate_per_minute" > 0),
  ADD CONSTRAINT "businesses_digest_check" CHECK ("signature_digest" IN ('sha1', 'sha256')),
  ADD CONSTRAINT "businesses_authority_check" CHECK ("authority" IN ('simulator', 'beta', 'production', 'custom')),
  ADD CONSTRAINT "businesses_address_check" CHECK ("authority" <> 'custom' OR "bill_url" IS NOT NULL),
  ADD CONSTRAINT "businesses_ubigeo_check" CHECK ("ubigeo" ~ '^[0-9]{6}$'),
  ADD CONSTRAINT "businesses_formats_check" CHECK ("print_formats" <@ ARRAY['a4', 'a5', 'ticket-80', 'ticket-58']),
  ADD CONSTRAINT "businesses_format_check" CHECK ("default_format" IN ('a4', 'a5', 'ticket-80', 'ticket-58'));

ALTER TABLE "designs"
  ADD CONSTRAINT "designs_version_check" CHECK ("version" > 0),
  ADD CONSTRAINT "designs_color_check" CHECK ("color" ~ '^#[0-9a-f]{6}$'),
  ADD CONSTRAINT "designs_logo_check" CHECK (octet_length("logo") BETWEEN 1 AND 262144);

ALTER TABLE "credentials" ADD CONSTRAINT "credentials_hash_check" CHECK (octet_length("secret_hash") = 32);

ALTER TABLE "certificates"
  ADD CONSTRAINT "certificates_validity_check" CHECK ("not_before" < "not_after"),
  ADD CONSTRAINT "certificates_fingerprint_check" CHECK ("fingerprint" ~ '^[0-9a-f]{64}$');

ALTER TABLE "accesses" ADD CONSTRAINT "accesses_consult_check" CHECK (("consult_id" IS NULL) = ("consult_secret" IS NULL));

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
  ADD CONSTRAINT "documents_number_check" CHECK ("number" BETWEEN 1 AND 99999999),
  ADD CONSTRAINT "documents_total_check" CHECK ("total" >= 0);

-- every document carries some kilobytes of JSON: this is the cheaper way to press them, where the server was built with it
DO $do$ BEGIN
  ALTER TABLE "documents" ALTER COLUMN "sale" SET COMPRESSION lz4, ALTER COLUMN "totals" SET COMPRESSION lz4, ALTER COLUMN "answer" SET COMPRESSION lz4;
EXCEPTION WHEN feature_not_supported THEN NULL;
END $do$;

ALTER TABLE "outcomes"
  ADD CONSTRAINT "outcomes_state_check" CHECK ("state" IN ('accepted', 'rejected')),
  ADD CONSTRAINT "outcomes_settled_check" CHECK (("state" IS NULL) = ("settled_at" IS NULL)),
  ADD CONSTRAINT "outcomes_signature_check" CHECK (
    num_nonnulls("issuer", "digest", "qr", "signed_at") = 4 OR (num_nonnulls("issuer", "digest", "qr", "signed_at") = 0 AND coalesce("state" = 'rejected', false))
  );

ALTER TABLE "emissions"
  ADD CONSTRAINT "emissions_stage_check" CHECK ("stage" IN ('recorded', 'signed', 'sending', 'review')),
  ADD CONSTRAINT "emissions_review_check" CHECK (("stage" = 'review') = ("review_reason" IS NOT NULL));
-- small as the backlog, and busy: swept often, with room for updates in place
ALTER TABLE "emissions" SET (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.01);
-- an index that names the stage would be written anew at every step of a document: being in review is told by its reason
CREATE INDEX "emissions_business_idx" ON "emissions" ("business_id", "next_at") WHERE "review_reason" IS NULL;
-- a settlement is written into the same page as its signature: no index holds what it changes, and there is room
ALTER TABLE "outcomes" SET (fillfactor = 80);
CREATE INDEX "outcomes_without_cdr_idx" ON "outcomes" ("document_id") WHERE "without_cdr";
CREATE INDEX "emissions_review_idx" ON "emissions" ("document_id") WHERE "review_reason" IS NOT NULL;

CREATE UNIQUE INDEX "certificates_active_key" ON "certificates" ("business_id") WHERE "active";

ALTER TABLE "files"
  ADD CONSTRAINT "files_hash_check" CHECK (octet_length("sha256") = 32),
  ADD CONSTRAINT "files_kind_check" CHECK ("kind" IN ('xml', 'zip', 'cdr', 'pdf-a4', 'pdf-a5', 'pdf-ticket-80', 'pdf-ticket-58')),
  ADD CONSTRAINT "files_bytes_check" CHECK ("bytes" > 0);

ALTER TABLE "sessions" ADD CONSTRAINT "sessions_stage_check" CHECK ("stage" IN ('code', 'enrolment', 'open'));

ALTER TABLE "users"
  ADD CONSTRAINT "users_email_check" CHECK ("email" = lower("email")),
  ADD CONSTRAINT "users_invite_check" CHECK (("invite_hash" IS NULL) = ("invite_until" IS NULL)),
  ADD CONSTRAINT "users_role_check" CHECK ("role" IN ('admin', 'operator', 'support', 'business')),
  ADD CONSTRAINT "users_business_check" CHECK (("role" = 'business') = ("business_id" IS NOT NULL));

-- Whoever proposes does not approve; one proposal waits at a time for each document and each series.
ALTER TABLE "proposals"
  ADD CONSTRAINT "proposals_action_check" CHECK (
    ("action" = 'document.resolve' AND "document_id" IS NOT NULL AND "resolution" IN ('accepted', 'rejected', 'discarded')
      AND "series" IS NULL AND "next_number" IS NULL)
    OR ("action" = 'series.next' AND "document_id" IS NULL AND "resolution" IS NULL
      AND "series" IS NOT NULL AND "next_number" BETWEEN 1 AND 99999999)),
  ADD CONSTRAINT "proposals_decided_check" CHECK (("decided_at" IS NULL) = ("decided_by" IS NULL) AND ("decided_at" IS NULL) = ("approved" IS NULL)),
  ADD CONSTRAINT "proposals_persons_check" CHECK ("decided_by" <> "proposed_by" OR NOT "approved");
CREATE UNIQUE INDEX "proposals_document_key" ON "proposals" ("document_id") WHERE "decided_at" IS NULL AND "document_id" IS NOT NULL;
CREATE UNIQUE INDEX "proposals_series_key" ON "proposals" ("business_id", "series") WHERE "decided_at" IS NULL AND "series" IS NOT NULL;

-- who paused a queue, and why, is read off the trail
CREATE INDEX "audit_queues_idx" ON "audit" ("id") WHERE "action" IN ('queue.pause', 'queue.resume');

-- What was done stays done: the trail and the timeline take no second thoughts.
CREATE FUNCTION "append_only"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append only', TG_TABLE_NAME;
END $$;
CREATE TRIGGER "audit_append_only" BEFORE UPDATE OR DELETE ON "audit" FOR EACH ROW EXECUTE FUNCTION "append_only"();
CREATE TRIGGER "audit_not_emptied" BEFORE TRUNCATE ON "audit" FOR EACH STATEMENT EXECUTE FUNCTION "append_only"();
CREATE TRIGGER "attempts_append_only" BEFORE UPDATE OR DELETE ON "attempts" FOR EACH ROW EXECUTE FUNCTION "append_only"();
CREATE TRIGGER "attempts_not_emptied" BEFORE TRUNCATE ON "attempts" FOR EACH STATEMENT EXECUTE FUNCTION "append_only"();
CREATE TRIGGER "designs_append_only" BEFORE UPDATE OR DELETE ON "designs" FOR EACH ROW EXECUTE FUNCTION "append_only"();
CREATE TRIGGER "designs_not_emptied" BEFORE TRUNCATE ON "designs" FOR EACH STATEMENT EXECUTE FUNCTION "append_only"();
CREATE TRIGGER "documents_append_only" BEFORE UPDATE OR DELETE ON "documents" FOR EACH ROW EXECUTE FUNCTION "append_only"();
CREATE TRIGGER "documents_not_emptied" BEFORE TRUNCATE ON "documents" FOR EACH STATEMENT EXECUTE FUNCTION "append_only"();

-- Group commit: one call, one transaction, one write to disk for all documents that arrived while the last call ran.
-- Every array, those in JSON too, has one element a document; "place" is its position. Each place gets one row back:
--   issued             with its id and number
--   stored             its reference was used before: what stands under it is returned too
--   series_closed, series_exhausted, number_taken: nothing of it remains, neither number nor reference
-- Locks are taken in one order by all callers, or two of them would wait for each other: references by key, then series
-- by code, as late as possible.
CREATE FUNCTION "issue_batch"(
  "patience" text, "grace" interval,
  "businesses" int[], "kinds" text[], "series_codes" text[], "chosen" int[], "keys" text[], "hashes" bytea[],
  "issue_dates" date[], "currencies" text[], "client_types" text[], "clients" text[], "client_names" text[],
  "amounts" numeric[], "warnings" json[], "answers" text[], "requests" text[], "deadlines" date[], "sales" json, "totals" json
) RETURNS TABLE ("place" int, "result" text, "id" bigint, "number" int, "hash" bytea, "state" text, "answer" text, "request" text)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  ids bigint[];
  results text[];
  numbers int[] := chosen;
  claimed int := 0;
  written int;
  new_id bigint;
  counter record;
  counters int[] := '{}';
  last_numbers int[] := '{}';
  last int;
  at int;
BEGIN
  PERFORM set_config('lock_timeout', patience, true);
  SELECT array_agg(document_id()), array_agg('stored'::text) INTO ids, results FROM generate_series(1, cardinality(keys));

  -- a reference that somebody else is writing is waited for, and then found; the rest are ours
  FOR new_id IN
    INSERT INTO "references" (business_id, key, hash, document_id)
    SELECT t.business, t.key, t.hash, t.id FROM unnest(businesses, keys, hashes, ids) AS t (business, key, hash, id)
    ORDER BY t.business, t.key COLLATE "C"
    ON CONFLICT DO NOTHING
    RETURNING document_id
  LOOP
    results[array_position(ids, new_id)] := 'series_closed';
    claimed := claimed + 1;
  END LOOP;

  -- the numbers that follow are given out before those that callers chose: only these may be found taken
  FOR counter IN
    SELECT s.id, s.last_number, t.following, t.choosing, t.highest
    FROM (
      SELECT u.business, u.code, u.kind, max(u.chosen) AS highest,
        coalesce(array_agg(u.place) FILTER (WHERE u.chosen IS NULL), '{}') AS following,
        coalesce(array_agg(u.place) FILTER (WHERE u.chosen IS NOT NULL), '{}') AS choosing
      FROM unnest(businesses, series_codes, kinds, chosen, results) WITH ORDINALITY AS u (business, code, kind, chosen, result, place)
      WHERE u.result <> 'stored' GROUP BY u.business, u.code, u.kind) AS t
    JOIN series AS s ON s.business_id = t.business AND s.code = t.code AND s.kind = t.kind AND s.active
    ORDER BY s.business_id, s.code
    FOR NO KEY UPDATE OF s
  LOOP
    last := counter.last_number;
    FOREACH at IN ARRAY counter.following LOOP
      IF last < 99999999 THEN
        last := last + 1;
        numbers[at] := last;
        results[at] := 'issued';
      ELSE
        results[at] := 'series_exhausted';
      END IF;
    END LOOP;
    FOREACH at IN ARRAY counter.choosing LOOP results[at] := 'issued'; END LOOP;
    counters := counters || counter.id;
    last_numbers := last_numbers || greatest(last, counter.highest);
  END LOOP;
  UPDATE series SET last_number = t.last FROM unnest(counters, last_numbers) AS t (id, last) WHERE series.id = t.id;

  INSERT INTO documents (id, business_id, kind, series, number, reference, issue_date, currency, client_document_type, client_document,
    client_name, total, sale, totals, warnings, answer, request_id)
  SELECT t.id, t.business, t.kind, t.code, t.number, t.key, t.issue_date, t.currency, t.client_type, t.client,
    t.client_name, t.amount, t.sale, t.totals, t.warnings,
    replace(replace(t.answer, E'\u0001', t.id::text), E'\u0002', t.number::text), t.request
  FROM ROWS FROM (
      unnest(ids, businesses, kinds, series_codes, numbers, chosen, keys, issue_dates, currencies, client_types, clients, client_names,
        amounts, warnings, answers, requests, results),
      json_array_elements(sales), json_array_elements(totals))
    AS t (id, business, kind, code, number, chosen, key, issue_date, currency, client_type, client, client_name,
      amount, warnings, answer, request, result, sale, totals)
  WHERE t.result = 'issued' ORDER BY t.chosen IS NOT NULL, t.id
  ON CONFLICT (business_id, kind, series, number) DO NOTHING;
  GET DIAGNOSTICS written = ROW_COUNT;

  IF written < claimed THEN
    FOR at IN
      SELECT t.place FROM unnest(ids, results) WITH ORDINALITY AS t (id, result, place)
      WHERE t.result = 'issued' AND NOT EXISTS (SELECT FROM documents d WHERE d.id = t.id)
    LOOP
      IF chosen[at] IS NULL THEN RAISE EXCEPTION 'series % gave number % twice', series_codes[at], numbers[at]; END IF;
      results[at] := 'number_taken';
    END LOOP;
    DELETE FROM "references" r USING unnest(ids, businesses, keys, results) AS t (id, business, key, result)
    WHERE r.business_id = t.business AND r.key = t.key AND r.document_id = t.id AND t.result NOT IN ('issued', 'stored');
  END IF;

  INSERT INTO emissions (document_id, business_id, next_at, deadline)
  SELECT t.id, t.business, now() + grace, t.deadline
  FROM unnest(ids, businesses, deadlines, results) AS t (id, business, deadline, result) WHERE t.result = 'issued';

  RETURN QUERY
    SELECT t.place::int, t.result, coalesce(r.document_id, t.id), coalesce(d.number, t.number), r.hash, r.state, d.answer, d.request_id
    FROM unnest(ids, businesses, keys, numbers, results) WITH ORDINALITY AS t (id, business, key, number, result, place)
    LEFT JOIN "references" r ON t.result = 'stored' AND r.business_id = t.business AND r.key = t.key
    LEFT JOIN documents d ON d.id = r.document_id;
END $$;
