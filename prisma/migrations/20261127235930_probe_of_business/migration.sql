-- After a pause, one document of a business is sent before the others: from when on the next one may be. Null: none is needed.
ALTER TABLE "businesses" ADD COLUMN "probe_at" TIMESTAMPTZ(3);
