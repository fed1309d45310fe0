-- Prepares a month for being detached, with the rights of the owner of the tables: its numbers stay, and from now on its
-- documents count as detached. @returns null, or what keeps the month
CREATE FUNCTION "close_document_month"("wanted" text) RETURNS text LANGUAGE plpgsql SECURITY DEFINER
SET search_path = public, pg_temp AS $$
DECLARE found document_months;
BEGIN
  SELECT * INTO found FROM document_months WHERE month = wanted FOR UPDATE;
  IF found.month IS NULL THEN RETURN 'unknown'; END IF;
  -- a run that was interrupted goes on
  IF found.detached_at IS NOT NULL THEN RETURN NULL; END IF;
  IF found.to_id > first_document_id((now() AT TIME ZONE 'America/Lima')::date) THEN RETURN 'not_over'; END IF;
  IF EXISTS (SELECT FROM emissions WHERE document_id >= found.from_id AND document_id < found.to_id) THEN RETURN 'pending'; END IF;
  IF EXISTS (SELECT FROM documents d WHERE d.id >= found.from_id AND d.id < found.to_id AND NOT EXISTS (SELECT FROM outcomes o
    WHERE o.document_id = d.id AND o.document_id >= found.from_id AND o.document_id < found.to_id AND o.settled_at IS NOT NULL))
  THEN RETURN 'unsettled'; END IF;
  IF EXISTS (SELECT FROM pending_cdrs WHERE document_id >= found.from_id AND document_id < found.to_id) THEN RETURN 'cdrs'; END IF;
  IF EXISTS (SELECT FROM "references" WHERE state = 'review' AND document_id >= found.from_id AND document_id < found.to_id)
  THEN RETURN 'review'; END IF;
  IF EXISTS (SELECT FROM proposals WHERE decided_at IS NULL AND document_id >= found.from_id AND document_id < found.to_id)
  THEN RETURN 'proposals'; END IF;
  IF EXISTS (SELECT FROM operation_items WHERE state = 'pending' AND document_id >= found.from_id AND document_id < found.to_id)
  THEN RETURN 'operations'; END IF;
  IF EXISTS (SELECT FROM inquiries WHERE answered_at IS NULL AND document_id >= found.from_id AND document_id < found.to_id)
  THEN RETURN 'inquiries'; END IF;
  INSERT INTO detached_numbers (business_id, environment, kind, series, month, numbers)
  SELECT d.business_id, d.environment, d.kind, d.series, wanted, range_agg(int4range(d.number, d.number, '[]'))
  FROM documents d WHERE d.id >= found.from_id AND d.id < found.to_id GROUP BY 1, 2, 3, 4;
  UPDATE document_months m SET detached_at = now(),
    documents = (SELECT count(*) FROM documents d WHERE d.id >= found.from_id AND d.id < found.to_id)
  WHERE m.month = wanted;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION "close_document_month"(text) FROM PUBLIC;
