-- Between the close of a month and the end of its detaching, programs still read its documents. What they write for one is refused
-- with the errors that it gets once the month is detached.

-- As for a row whose partition does not exist: a violation that names no constraint.
CREATE OR REPLACE FUNCTION "month_is_closed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE check_violation USING MESSAGE = format('the month of %s is closed', TG_TABLE_NAME);
END $$;

-- Instead of a foreign key, which would make a detached month scan the table: a row names a document that exists when the
-- row is inserted, in a month that is not closed. Documents are never deleted, and a month with pending work is not closed: a row
-- for a month that is being closed waits, because the close has looked for such rows already (the lock is in detachMonth.ts).
-- Emissions are inserted with their documents, which a closed month refuses, and so do without.
CREATE OR REPLACE FUNCTION "document_exists"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME <> 'emissions' THEN
    PERFORM pg_advisory_xact_lock_shared(hashtext('close_document_month'), hashtext(m.month)) FROM document_months m
    WHERE EXISTS (SELECT FROM added a WHERE a.document_id >= m.from_id AND a.document_id < m.to_id);
  END IF;
  IF EXISTS (SELECT FROM added a WHERE a.document_id IS NOT NULL
      AND (SELECT d.id FROM documents d WHERE d.id = a.document_id) IS NULL)
    OR TG_TABLE_NAME <> 'emissions' AND EXISTS (SELECT FROM added a JOIN document_months m
      ON a.document_id >= m.from_id AND a.document_id < m.to_id WHERE m.detached_at IS NOT NULL)
  THEN
    RAISE foreign_key_violation USING MESSAGE = format('%s names a document that does not exist', TG_TABLE_NAME),
      TABLE = TG_TABLE_NAME, CONSTRAINT = TG_TABLE_NAME || '_document_id_fkey';
  END IF;
  RETURN NULL;
END $$;
