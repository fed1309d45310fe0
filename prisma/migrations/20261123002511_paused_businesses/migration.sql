-- Workers look for paused businesses every second: few among all.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "businesses_paused_until_idx" ON "businesses" ("paused_until")
  WHERE "paused_until" IS NOT NULL;
