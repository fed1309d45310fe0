-- What the authority answered and could not be believed, where a new master key reaches it: the packs are never rewritten.
CREATE TABLE "kept_answers" (
  "id" BIGSERIAL PRIMARY KEY,
  "document_id" BIGINT NOT NULL REFERENCES "documents"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
  "business_id" INTEGER NOT NULL,
  "attempt" INTEGER NOT NULL,
  "kind" TEXT NOT NULL,
  "sha256" BYTEA NOT NULL,
  "bytes" INTEGER NOT NULL,
  "sealed" BYTEA NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "kept_answers_kind_check" CHECK ("kind" IN ('cdr', 'text')),
  CONSTRAINT "kept_answers_hash_check" CHECK (octet_length("sha256") = 32),
  CONSTRAINT "kept_answers_bytes_check" CHECK ("bytes" > 0),
  CONSTRAINT "kept_answers_sealed_check" CHECK (octet_length("sealed") <= 66000)
);
CREATE UNIQUE INDEX "kept_answers_document_id_sha256_key" ON "kept_answers" ("document_id", "sha256");

-- only the seal changes, and only for another key
CREATE TRIGGER "kept_answers_append_only"
  BEFORE DELETE OR UPDATE OF "id", "document_id", "business_id", "attempt", "kind", "sha256", "bytes", "created_at" ON "kept_answers"
  FOR EACH ROW EXECUTE FUNCTION "append_only"();
CREATE TRIGGER "kept_answers_not_emptied" BEFORE TRUNCATE ON "kept_answers" FOR EACH STATEMENT EXECUTE FUNCTION "append_only"();
