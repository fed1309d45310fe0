-- Counts by hour, for charts of a day and of a month. They are derived from documents and attempts (and
-- from what workers counted of their requests), and can be dropped and derived again.
CREATE TABLE "hourly_statistics" (
    "hour" TIMESTAMPTZ(0) NOT NULL,
    "authority" TEXT NOT NULL,
    "measure" TEXT NOT NULL,
    "result" TEXT NOT NULL DEFAULT '',
    "bucket" SMALLINT NOT NULL DEFAULT 0,
    "count" INTEGER NOT NULL,
    CONSTRAINT "hourly_statistics_pkey" PRIMARY KEY ("hour", "authority", "measure", "result", "bucket"),
    CONSTRAINT "hourly_statistics_measure_check"
      CHECK ("measure" IN ('issued', 'settled', 'sendBill', 'getStatusCdr', 'validarcomprobante'))
);

-- How far documents and attempts are counted: one row.
CREATE TABLE "statistics_progress" (
    "id" SMALLINT NOT NULL DEFAULT 1,
    "document_id" BIGINT NOT NULL DEFAULT 0,
    "attempt_id" BIGINT NOT NULL DEFAULT 0,
    CONSTRAINT "statistics_progress_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "statistics_progress_one_row" CHECK ("id" = 1)
);
INSERT INTO "statistics_progress" DEFAULT VALUES;
