-- Which documents are in which bundle of the archive, so that one of a detached month is still found by its id, its
-- reference and its number, and read from its bundle alone.

CREATE TABLE "archive_bundles" (
    "id" SERIAL NOT NULL,
    "business_id" INTEGER NOT NULL,
    "month" CHAR(7) NOT NULL,
    "sequence" INTEGER NOT NULL,
    "object_key" TEXT NOT NULL,
    "sha256" BYTEA NOT NULL,
    "bytes" INTEGER NOT NULL,
    "documents" INTEGER NOT NULL,
    "signer" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "archive_bundles_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "archive_bundles_month_business_id_sequence_key" ON "archive_bundles"("month", "business_id", "sequence");
ALTER TABLE "archive_bundles" ADD CONSTRAINT "archive_bundles_business_id_fkey"
  FOREIGN KEY ("business_id") REFERENCES "businesses"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- No foreign key to documents: its row outlives that of the document.
CREATE TABLE "archived_documents" (
    "document_id" BIGINT NOT NULL,
    "business_id" INTEGER NOT NULL,
    "bundle_id" INTEGER NOT NULL,
    "offset" INTEGER NOT NULL,
    "length" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "series" CHAR(4) NOT NULL,
    "number" INTEGER NOT NULL,

    CONSTRAINT "archived_documents_pkey" PRIMARY KEY ("document_id")
);
CREATE INDEX "archived_documents_business_id_series_number_idx" ON "archived_documents"("business_id", "series", "number");
ALTER TABLE "archived_documents" ADD CONSTRAINT "archived_documents_bundle_id_fkey"
  FOREIGN KEY ("bundle_id") REFERENCES "archive_bundles"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
