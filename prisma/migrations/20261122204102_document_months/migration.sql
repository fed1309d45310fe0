-- The months in which documents are kept, by the time in their ids; a month is one of Peru, which has no summer time.
-- The first one also holds everything before it.
CREATE TABLE "document_months" (
    "month" CHAR(7) NOT NULL,
    "from_id" BIGINT NOT NULL,
    "to_id" BIGINT NOT NULL,
    "documents" BIGINT,
    "detached_at" TIMESTAMPTZ(3),
    CONSTRAINT "document_months_pkey" PRIMARY KEY ("month"),
    CONSTRAINT "document_months_month_check" CHECK ("month" ~ '^20[0-9]{2}-(0[1-9]|1[0-2])$'),
    CONSTRAINT "document_months_ids_check" CHECK ("from_id" < "to_id"),
    CONSTRAINT "document_months_detached_check" CHECK ("detached_at" IS NULL OR "documents" IS NOT NULL)
);

-- The numbers of detached months: for ever, one row a series and month.
CREATE TABLE "detached_numbers" (
    "business_id" INTEGER NOT NULL,
    "environment" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "series" CHAR(4) NOT NULL,
    "month" CHAR(7) NOT NULL,
    "numbers" INT4MULTIRANGE NOT NULL,
    CONSTRAINT "detached_numbers_pkey" PRIMARY KEY ("business_id", "environment", "series", "month"),
    CONSTRAINT "detached_numbers_business_id_fkey" FOREIGN KEY ("business_id") REFERENCES "businesses" ("id")
        ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "detached_numbers_month_fkey" FOREIGN KEY ("month") REFERENCES "document_months" ("month")
        ON DELETE RESTRICT ON UPDATE CASCADE
);

-- The smallest id of a document that is issued in a month or after it.
CREATE FUNCTION "first_document_id"("month" date) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT (extract(epoch FROM month::timestamp AT TIME ZONE 'America/Lima') * 1000)::bigint - 1704067200000 << 10
$$;

-- The tables with documents become the first month, which ends at least a week from now: until the next migrations are
-- applied, these constraints refuse what is issued after it.
DO $do$
DECLARE
  first date := date_trunc('month', now() AT TIME ZONE 'America/Lima' + interval '7 days');
  following bigint := first_document_id((first + interval '1 month')::date);
BEGIN
  PERFORM set_config('lock_timeout', '300ms', true);
  IF EXISTS (SELECT FROM documents) THEN
    EXECUTE format('ALTER TABLE documents ADD CONSTRAINT first_month CHECK (id < %s) NOT VALID', following);
    EXECUTE format('ALTER TABLE outcomes ADD CONSTRAINT first_month CHECK (document_id < %s) NOT VALID', following);
    EXECUTE format('ALTER TABLE attempts ADD CONSTRAINT first_month CHECK (document_id < %s) NOT VALID', following);
    EXECUTE format('ALTER TABLE files ADD CONSTRAINT first_month CHECK (document_id < %s) NOT VALID', following);
    INSERT INTO document_months (month, from_id, to_id) VALUES (to_char(first, 'YYYY-MM'), 0, following);
  END IF;
END $do$;
