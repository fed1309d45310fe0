-- The trace of a document that is traced. A table beside documents: without traces no program touches it, and a row of documents
-- is never updated. It refers to no document, so that neither waits for the other's lock, nor does a month that is detached.
CREATE TABLE "document_traces" (
  "document_id" BIGINT NOT NULL,
  "traceparent" TEXT NOT NULL,

  CONSTRAINT "document_traces_pkey" PRIMARY KEY ("document_id")
);
