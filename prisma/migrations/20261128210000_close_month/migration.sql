-- Refuses documents of a closed month, and files of them: its bundles would not have them.
CREATE OR REPLACE FUNCTION "month_is_closed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the month of % is closed', TG_TABLE_NAME;
END $$;

-- Prepares a month for being detached, with the rights of the owner of the tables: its numbers stay, no document or file enters it
-- any more, and from now on its documents count as detached. During a restoration none is: the rebuild writes into it.
-- @param seen the rows of its timeline when its bundles were seen to have all of it: what came since, as a CDR, is not in them
-- @returns null, or what keeps the month
DROP FUNCTION "close_document_month"(text);
CREATE FUNCTION "close_document_month"("wanted" text, "seen" bigint DEFAULT NULL) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  found document_months;
  suffix text := '_' || replace(wanted, '-', '_');
BEGIN
  SELECT * INTO found FROM document_months WHERE month = wanted FOR UPDATE;
  IF found.month IS NULL THEN RETURN 'unknown'; END IF;
  IF EXISTS (SELECT FROM restorations WHERE ended_at IS NULL) THEN RETURN 'restoring'; END IF;
  -- a run that was interrupted goes on
  IF found.detached_at IS NOT NULL THEN RETURN NULL; END IF;
  -- a document may have got its id some time before it is inserted
  IF found.to_id > first_document_id((now() AT TIME ZONE 'America/Lima' - interval '1 day')::date) THEN RETURN 'not_over'; END IF;
  -- waits for inserts under way; those that come later meet the triggers below
  EXECUTE format('LOCK TABLE partitions.%I, partitions.%I IN SHARE ROW EXCLUSIVE MODE', 'documents' || suffix, 'files' || suffix);
  IF EXISTS (SELECT FROM emissions WHERE document_id >= found.from_id AND document_id < found.to_id) THEN RETURN 'pending'; END IF;
  IF EXISTS (SELECT FROM documents d WHERE d.id >= found.from_id AND d.id < found.to_id AND NOT EXISTS (SELECT FROM outcomes o
    WHERE o.document_id = d.id AND o.document_id >= found.from_id AND o.document_id < found.to_id AND o.settled_at IS NOT NULL))
  THEN RETURN 'unsettled'; END IF;
  -- one that contradicts the result is kept for good
  IF EXISTS (SELECT FROM pending_cdrs WHERE conflict IS NULL AND document_id >= found.from_id AND document_id < found.to_id) THEN RETURN 'cdrs'; END IF;
  IF EXISTS (SELECT FROM "references" WHERE state = 'review' AND document_id >= found.from_id AND document_id < found.to_id)
  THEN RETURN 'review'; END IF;
  IF EXISTS (SELECT FROM proposals WHERE decided_at IS NULL AND document_id >= found.from_id AND document_id < found.to_id)
  THEN RETURN 'proposals'; END IF;
  IF EXISTS (SELECT FROM operation_items WHERE state = 'pending' AND document_id >= found.from_id AND document_id < found.to_id)
  THEN RETURN 'operations'; END IF;
  IF EXISTS (SELECT FROM inquiries WHERE answered_at IS NULL AND document_id >= found.from_id AND document_id < found.to_id)
  THEN RETURN 'inquiries'; END IF;
  IF EXISTS (SELECT FROM documents d WHERE d.id >= found.from_id AND d.id < found.to_id
    AND NOT EXISTS (SELECT FROM archived_documents a WHERE a.document_id = d.id))
  THEN RETURN 'not_archived'; END IF;
  IF (SELECT count(*) FROM attempts WHERE document_id >= found.from_id AND document_id < found.to_id) <> seen THEN RETURN 'changed'; END IF;
  INSERT INTO detached_numbers (business_id, environment, kind, series, month, numbers)
  SELECT d.business_id, d.environment, d.kind, d.series, wanted, range_agg(int4range(d.number, d.number, '[]'))
  FROM documents d WHERE d.id >= found.from_id AND d.id < found.to_id GROUP BY 1, 2, 3, 4;
  UPDATE document_months m SET detached_at = now(),
    documents = (SELECT count(*) FROM documents d WHERE d.id >= found.from_id AND d.id < found.to_id)
  WHERE m.month = wanted;
  EXECUTE format('CREATE TRIGGER month_is_closed BEFORE INSERT ON partitions.%I FOR EACH ROW EXECUTE FUNCTION month_is_closed()',
    'documents' || suffix);
  EXECUTE format('CREATE TRIGGER month_is_closed BEFORE INSERT ON partitions.%I FOR EACH ROW EXECUTE FUNCTION month_is_closed()',
    'files' || suffix);
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION "close_document_month"(text, bigint) FROM PUBLIC;
