-- Clients and amounts are found by tables of their own, which a worker fills in bulk a few seconds after a document was
-- issued: an index on documents would be paid by every POST, and four would nearly double its share of the processor.
-- Documents that were issued before this migration are taken over by the worker, a thousand at a time.

-- A name as it is searched: small letters and digits of ASCII, words parted by one blank.
CREATE FUNCTION "search_name"("name" text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT btrim(regexp_replace(lower(translate(left(name, 300),
    'ÁÀÂÄÃáàâäãÉÈÊËéèêëÍÌÎÏíìîïÓÒÔÖÕóòôöõÚÙÛÜúùûüÑñÇç',
    'AAAAAaaaaaEEEEeeeeIIIIiiiiOOOOOoooooUUUUuuuuNnCc')), '[^a-z0-9]+', ' ', 'g')) $$;

-- CreateTable
CREATE TABLE "clients" (
    "id" SERIAL NOT NULL,
    "business_id" INTEGER NOT NULL,
    "document" TEXT NOT NULL,
    "name" TEXT NOT NULL,

    CONSTRAINT "clients_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "document_search" (
    "business_id" INTEGER NOT NULL,
    "document_id" BIGINT NOT NULL,
    "client_id" INTEGER NOT NULL,
    "total" DECIMAL(14,2) NOT NULL,

    CONSTRAINT "document_search_pkey" PRIMARY KEY ("business_id", "document_id")
);

-- CreateTable: one row, up to which id the documents were taken over
CREATE TABLE "document_search_progress" (
    "id" INTEGER NOT NULL DEFAULT 1 CHECK ("id" = 1),
    "searchable_to" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "document_search_progress_pkey" PRIMARY KEY ("id")
);
INSERT INTO "document_search_progress" DEFAULT VALUES;

-- CreateIndex
CREATE UNIQUE INDEX "clients_document_business_id_name_key" ON "clients" ("document", "business_id", "name");
-- a word is found by its beginning; written at once, for a search would read all that waits to be merged
CREATE INDEX "clients_name_idx" ON "clients" USING gin (to_tsvector('simple'::regconfig, "name")) WITH (fastupdate = off);
-- CreateIndex
CREATE INDEX "document_search_client_id_document_id_idx" ON "document_search" ("client_id", "document_id");
CREATE INDEX "document_search_total_document_id_business_id_idx" ON "document_search" ("total", "document_id", "business_id");

-- Refused calls by what support is told: only a refused call writes these
-- CreateIndex
CREATE INDEX "refused_requests_request_id_idx" ON "refused_requests" ("request_id");
CREATE INDEX "refused_requests_reference_idx" ON "refused_requests" ("reference" COLLATE "C") WHERE "reference" IS NOT NULL;
-- CreateIndex
CREATE INDEX "refused_requests_at_business_id_idx" ON "refused_requests" ("at", "business_id");
