-- CreateTable
CREATE TABLE "restorations" (
    "id" SERIAL NOT NULL,
    "begun_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "begun_by" TEXT NOT NULL,
    "reason" TEXT,
    "found" JSONB NOT NULL DEFAULT '{}',
    "wanted" TEXT,
    "wanted_by" TEXT,
    "stretch" INTEGER NOT NULL DEFAULT 20,
    "progress" JSONB,
    "rebuilt" JSONB,
    "asked" JSONB,
    "proposed_by" TEXT,
    "proposed_at" TIMESTAMPTZ(3),
    "jump" INTEGER,
    "end_reason" TEXT,
    "ended_at" TIMESTAMPTZ(3),
    "ended_by" TEXT,
    "lost" JSONB,

    CONSTRAINT "restorations_pkey" PRIMARY KEY ("id")
);

ALTER TABLE "restorations"
  ADD CONSTRAINT "restorations_wanted_check" CHECK ("wanted" IN ('rebuild', 'ask')),
  ADD CONSTRAINT "restorations_stretch_check" CHECK ("stretch" BETWEEN 1 AND 1000),
  ADD CONSTRAINT "restorations_jump_check" CHECK ("jump" BETWEEN 0 AND 100000),
  ADD CONSTRAINT "restorations_proposed_check"
    CHECK (("proposed_by" IS NULL) = ("proposed_at" IS NULL) AND ("proposed_by" IS NULL) = ("jump" IS NULL)),
  ADD CONSTRAINT "restorations_ended_check" CHECK (("ended_at" IS NULL) = ("ended_by" IS NULL)),
  -- two persons end it
  ADD CONSTRAINT "restorations_persons_check" CHECK ("ended_by" IS NULL OR lower("ended_by") <> lower("proposed_by"));
-- one at a time
CREATE UNIQUE INDEX "restorations_open_key" ON "restorations" ((true)) WHERE "ended_at" IS NULL;

-- While a restoration is open no document is issued, whatever a process believes: the number would be one that was
-- given before. What is read back from the journal says so in its transaction.
CREATE FUNCTION "not_while_restoring"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM "restorations" WHERE "ended_at" IS NULL)
    AND current_setting('rafaga.restoring', true) IS DISTINCT FROM 'on' THEN
    RAISE EXCEPTION 'a restoration is open' USING ERRCODE = 'RF001';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "documents_not_while_restoring" BEFORE INSERT ON "documents"
  FOR EACH STATEMENT EXECUTE FUNCTION "not_while_restoring"();
