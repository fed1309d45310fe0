-- What the rules of a coming day would say of the sales of the last thirty days: one row a business and day, and its
-- findings by product and series. Derived: a worker computes it again every day. Older workers do not know the tables.
CREATE TABLE "law_checks" (
    "business_id" INTEGER NOT NULL,
    "day" DATE NOT NULL,
    "lease_owner" TEXT,
    "lease_until" TIMESTAMPTZ(3),
    "epoch" INTEGER NOT NULL DEFAULT 0,
    "checked_at" TIMESTAMPTZ(3),
    "sales" INTEGER NOT NULL DEFAULT 0,
    "refused" INTEGER NOT NULL DEFAULT 0,
    "observed" INTEGER NOT NULL DEFAULT 0,
    "dearer" INTEGER NOT NULL DEFAULT 0,
    "omitted" INTEGER NOT NULL DEFAULT 0,
    CONSTRAINT "law_checks_pkey" PRIMARY KEY ("business_id", "day"),
    CONSTRAINT "law_checks_counts_check" CHECK (least("sales", "refused", "observed", "dearer", "omitted") >= 0),
    CONSTRAINT "law_checks_business_id_fkey" FOREIGN KEY ("business_id") REFERENCES "businesses" ("id")
        ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "law_checks_day_business_id_idx" ON "law_checks" ("day", "business_id");

CREATE TABLE "law_findings" (
    "id" BIGSERIAL NOT NULL,
    "business_id" INTEGER NOT NULL,
    "day" DATE NOT NULL,
    "effect" TEXT NOT NULL,
    "code" TEXT,
    "field" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "series" CHAR(4) NOT NULL,
    "product_code" TEXT,
    "product" TEXT,
    "text" TEXT NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "sales" INTEGER NOT NULL,
    "extra" DECIMAL(14,2) NOT NULL,
    "document_id" BIGINT NOT NULL,
    CONSTRAINT "law_findings_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "law_findings_effect_check" CHECK ("effect" IN ('refused', 'observed', 'dearer')),
    CONSTRAINT "law_findings_business_id_day_fkey" FOREIGN KEY ("business_id", "day")
        REFERENCES "law_checks" ("business_id", "day") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "law_findings_business_id_day_id_idx" ON "law_findings" ("business_id", "day", "id");
