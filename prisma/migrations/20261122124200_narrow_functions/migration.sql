-- What the API needs to know across businesses, as functions with one question each: its role sees the rows of the businesses
-- that a transaction names, and no others. Which of them run with the rights of rafaga_issuer says prisma/privileges.mjs.

-- The businesses of keys, which calls name before anything else is known of them.
CREATE FUNCTION "credential_businesses"("keys" text[]) RETURNS int[] LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (SELECT coalesce(array_agg(c.business_id), '{}') FROM credentials c WHERE c.api_key = ANY (keys));
END $$;

CREATE FUNCTION "note_credential_use"("ids" int[], "moments" timestamptz[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE credentials c SET last_used_at = greatest(c.last_used_at, t.moment)
  FROM (SELECT u.id, u.moment FROM unnest(ids, moments) AS u (id, moment)) AS t WHERE c.id = t.id;
END $$;

-- Of acknowledged documents, those that the database lacks, but for those that two persons gave up.
CREATE FUNCTION "missing_documents"("ids" bigint[]) RETURNS SETOF bigint LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN QUERY SELECT t.id FROM unnest(ids) AS t (id)
    WHERE NOT EXISTS (SELECT FROM documents d WHERE d.id = t.id)
      AND NOT EXISTS (SELECT FROM restorations r WHERE r.ended_at IS NOT NULL AND r.lost -> 'ids' @> to_jsonb(t.id));
END $$;

-- The same of acknowledged numbers: { ruc, environment, kind, series, number } each.
CREATE FUNCTION "series_behind"("marks" json)
RETURNS TABLE ("ruc" text, "environment" text, "kind" text, "series" text, "known" int, "acknowledged" int)
LANGUAGE plpgsql STABLE AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY SELECT m.ruc, m.environment, m.kind, m.series, s.last, m.number
    FROM json_to_recordset(marks) AS m (ruc text, environment text, kind text, series text, number int)
    CROSS JOIN LATERAL (
      SELECT max(s.last_number) AS last FROM series s JOIN businesses b ON b.id = s.business_id
      WHERE b.ruc = m.ruc AND s.code = m.series AND s.environment = m.environment) AS s
    WHERE coalesce(s.last, 0) < m.number AND NOT EXISTS (
      SELECT FROM restorations r,
        jsonb_to_recordset(r.lost -> 'series') AS l (ruc text, environment text, series text, acknowledged int)
      WHERE r.ended_at IS NOT NULL AND l.ruc = m.ruc AND l.environment = m.environment
        AND l.series = m.series AND l.acknowledged >= m.number);
END $$;

-- Documents that repeat an issued number wait for a person, and a restoration begins.
CREATE FUNCTION "review_repeated_numbers"("ids" bigint[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  WITH held AS (
    UPDATE emissions SET stage = 'review', review_reason = 'foreign_number',
      last_error = 'el número ya se había dado: la base de datos es más antigua que lo emitido'
    WHERE document_id = ANY (ids) RETURNING document_id)
  UPDATE "references" r SET state = 'review' FROM documents d
  WHERE d.id IN (SELECT document_id FROM held) AND r.business_id = d.business_id AND r.key = d.reference;
  INSERT INTO restorations (begun_by, reason) VALUES ('api', 'un contador dio otra vez números que ya había dado')
  ON CONFLICT DO NOTHING;
END $$;
