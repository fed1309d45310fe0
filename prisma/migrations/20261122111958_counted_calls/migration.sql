-- CreateTable: calls that are counted instead of recorded one by one
CREATE TABLE "counted_calls" (
    "business_id" INTEGER NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "credential_id" INTEGER NOT NULL,
    "address" TEXT NOT NULL,
    "unproven" INTEGER NOT NULL,
    "over_limit" INTEGER NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "counted_calls_pkey" PRIMARY KEY ("business_id", "hour", "credential_id", "address")
);
