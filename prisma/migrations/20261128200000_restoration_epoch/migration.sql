-- Every claim of a step by a worker increments it: a worker that lost its lock writes nothing more.
ALTER TABLE "restorations" ADD COLUMN "epoch" INTEGER NOT NULL DEFAULT 0;
