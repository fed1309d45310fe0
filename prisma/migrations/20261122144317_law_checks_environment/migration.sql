-- Of which environment the reviewed sales were, and how many of them could not be read. A review without an environment is from
-- before this migration: it is made again.
ALTER TABLE "law_checks"
  ADD COLUMN "environment" TEXT,
  ADD COLUMN "unreadable" INTEGER NOT NULL DEFAULT 0,
  ADD CONSTRAINT "law_checks_unreadable_check" CHECK ("unreadable" >= 0);
