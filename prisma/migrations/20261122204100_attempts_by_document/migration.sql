-- The key of the timeline names the document first: partitions are by document.
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "attempts_document_key" ON "attempts" ("document_id", "id");
