-- The statistics read the timeline in the order of its ids, which its key does not give any more.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "attempts_id_idx" ON "attempts" ("id");
