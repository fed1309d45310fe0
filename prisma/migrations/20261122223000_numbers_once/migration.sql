-- Whether a number was given, in any month, detached ones too. The parameter is cast, because a text makes PostgreSQL
-- compare the series as text, which no index serves.
CREATE OR REPLACE FUNCTION "number_issued"("business" int, "kind" text, "series" text, "environment" text, "number" int) RETURNS boolean
LANGUAGE plpgsql AS $$
BEGIN
  RETURN EXISTS (SELECT FROM documents d WHERE d.business_id = $1 AND d.kind = $2 AND d.series = $3::bpchar AND d.environment = $4
      AND d.number = $5)
    OR EXISTS (SELECT FROM detached_numbers n WHERE n.business_id = $1 AND n.environment = $4 AND n.series = $3::bpchar
      AND n.kind = $2 AND n.numbers @> $5);
END $$;

-- Group commit: one call, one transaction, one write to disk for all documents that arrived while the last call ran.
-- Every array, those in JSON too, has one element a document; "place" is its position. Each place gets one row back:
--   issued             with its id and number
--   stored             its reference was used before: what stands under it is returned too
--   series_closed, series_exhausted, number_taken, number_far: nothing of it remains, neither number nor reference
-- A document belongs to the environment in which its business is at that moment, and so does the series that numbers it: the lock
-- on the business makes a change of its environment wait for the batch, or the batch for the change.
-- Locks are taken in one order by all callers, or two of them would wait for each other: references by key, then series
-- by code, as late as possible.
-- A number is given once in all months: those that follow are above the counter, which never falls, and the lock on the
-- series lets one caller at a time look for a chosen one.
-- The numbers that follow are remembered with the chosen ones: of a batch that crosses the end of a month, one index does not
-- know them all.
CREATE OR REPLACE FUNCTION "issue_batch"(
  "patience" text, "grace" interval,
  "businesses" int[], "kinds" text[], "series_codes" text[], "chosen" int[], "keys" text[], "hashes" bytea[],
  "issue_dates" date[], "currencies" text[], "client_types" text[], "clients" text[], "client_names" text[],
  "amounts" numeric[], "warnings" json[], "answers" text[], "requests" text[], "deadlines" date[], "sales" json, "totals" json
) RETURNS TABLE ("place" int, "result" text, "id" bigint, "number" int, "hash" bytea, "state" text, "answer" text, "request" text,
  "environment" text)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  ids bigint[];
  results text[];
  numbers int[] := chosen;
  environments text[];
  destinations text[];
  claimed int := 0;
  written int;
  new_id bigint;
  counter record;
  counters int[] := '{}';
  last_numbers int[] := '{}';
  given int[];
  last int;
  at int;
BEGIN
  PERFORM set_config('lock_timeout', patience, true);
  SELECT array_agg(document_id()), array_agg('stored'::text), array_agg(NULL::text), array_agg(NULL::text)
    INTO ids, results, environments, destinations FROM generate_series(1, cardinality(keys));

  -- a reference that somebody else is writing is waited for, and then found; the rest are ours
  FOR new_id IN
    INSERT INTO "references" (business_id, key, hash, document_id)
    SELECT t.business, t.key, t.hash, t.id FROM unnest(businesses, keys, hashes, ids) AS t (business, key, hash, id)
    ORDER BY t.business, t.key COLLATE "C"
    ON CONFLICT DO NOTHING
    RETURNING document_id
  LOOP
    results[array_position(ids, new_id)] := 'series_closed';
    claimed := claimed + 1;
  END LOOP;

  -- the numbers that follow are given out before those that callers chose: only these may be found taken
  FOR counter IN
    SELECT s.id, s.business_id, s.kind, s.code, s.last_number, t.following, t.choosing, b.environment, b.max_number_jump,
      CASE b.authority WHEN 'custom' THEN b.bill_url ELSE b.authority END AS destination
    FROM (
      SELECT u.business, u.code, u.kind,
        coalesce(array_agg(u.place) FILTER (WHERE u.chosen IS NULL), '{}') AS following,
        coalesce(array_agg(u.place) FILTER (WHERE u.chosen IS NOT NULL), '{}') AS choosing
      FROM unnest(businesses, series_codes, kinds, chosen, results) WITH ORDINALITY AS u (business, code, kind, chosen, result, place)
      WHERE u.result <> 'stored' GROUP BY u.business, u.code, u.kind) AS t
    JOIN businesses AS b ON b.id = t.business
    JOIN series AS s ON s.business_id = t.business AND s.environment = b.environment AND s.code = t.code AND s.kind = t.kind AND s.active
    ORDER BY s.business_id, s.code
    FOR NO KEY UPDATE OF s FOR KEY SHARE OF b
  LOOP
    last := counter.last_number;
    given := '{}';
    FOREACH at IN ARRAY counter.following LOOP
      IF last < 99999999 THEN
        last := last + 1;
        numbers[at] := last;
        given := given || last;
        results[at] := 'issued';
      ELSE
        results[at] := 'series_exhausted';
      END IF;
    END LOOP;
    FOREACH at IN ARRAY counter.choosing LOOP
      -- a month's index knows its own numbers: those that are not above the counter are looked for in all of them
      IF chosen[at] <= last AND (chosen[at] = ANY (given) OR number_issued(counter.business_id, counter.kind, counter.code,
        counter.environment, chosen[at])) THEN
        results[at] := 'number_taken';
      ELSIF chosen[at] - last <= counter.max_number_jump THEN
        last := greatest(last, chosen[at]);
        given := given || chosen[at];
        results[at] := 'issued';
      ELSE
        results[at] := 'number_far';
      END IF;
    END LOOP;
    FOREACH at IN ARRAY counter.following || counter.choosing LOOP
      environments[at] := counter.environment;
      destinations[at] := counter.destination;
    END LOOP;
    counters := counters || counter.id;
    last_numbers := last_numbers || last;
  END LOOP;
  UPDATE series SET last_number = t.last FROM unnest(counters, last_numbers) AS t (id, last) WHERE series.id = t.id;

  INSERT INTO documents (id, business_id, environment, kind, series, number, reference, issue_date, currency, client_document_type, client_document,
    client_name, total, sale, totals, warnings, answer, request_id)
  SELECT t.id, t.business, t.environment, t.kind, t.code, t.number, t.key, t.issue_date, t.currency, t.client_type, t.client,
    t.client_name, t.amount, t.sale, t.totals, t.warnings,
    replace(replace(replace(t.answer, E'\u0001', t.id::text), E'\u0002', t.number::text), E'\u0003', environment_word(t.environment)),
    t.request
  FROM ROWS FROM (
      unnest(ids, businesses, environments, kinds, series_codes, numbers, chosen, keys, issue_dates, currencies, client_types, clients, client_names,
        amounts, warnings, answers, requests, results),
      json_array_elements(sales), json_array_elements(totals))
    AS t (id, business, environment, kind, code, number, chosen, key, issue_date, currency, client_type, client, client_name,
      amount, warnings, answer, request, result, sale, totals)
  WHERE t.result = 'issued' ORDER BY t.chosen IS NOT NULL, t.id
  ON CONFLICT DO NOTHING;
  GET DIAGNOSTICS written = ROW_COUNT;

  IF written < claimed THEN
    FOR at IN
      SELECT t.place FROM unnest(ids, results) WITH ORDINALITY AS t (id, result, place)
      WHERE t.result = 'issued' AND NOT EXISTS (SELECT FROM documents d WHERE d.id = t.id)
    LOOP
      IF chosen[at] IS NULL THEN RAISE EXCEPTION 'series % gave number % twice', series_codes[at], numbers[at]; END IF;
      results[at] := 'number_taken';
    END LOOP;
    DELETE FROM "references" r USING unnest(ids, businesses, keys, results) AS t (id, business, key, result)
    WHERE r.business_id = t.business AND r.key = t.key AND r.document_id = t.id AND t.result NOT IN ('issued', 'stored');
  END IF;

  INSERT INTO emissions (document_id, business_id, destination, next_at, deadline)
  SELECT t.id, t.business, t.destination, now() + grace, t.deadline
  FROM unnest(ids, businesses, destinations, deadlines, results) AS t (id, business, destination, deadline, result)
  WHERE t.result = 'issued';

  RETURN QUERY
    SELECT t.place::int, t.result, coalesce(r.document_id, t.id), coalesce(d.number, t.number), r.hash, r.state, d.answer, d.request_id,
      environment_word(t.environment)
    FROM unnest(ids, businesses, environments, keys, numbers, results) WITH ORDINALITY
      AS t (id, business, environment, key, number, result, place)
    LEFT JOIN "references" r ON t.result = 'stored' AND r.business_id = t.business AND r.key = t.key
    LEFT JOIN documents d ON d.id = r.document_id;
END $$;

-- Refuses documents of a closed month.
CREATE FUNCTION "month_is_closed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the month of document % is closed', NEW.id;
END $$;

-- Prepares a month for being detached, with the rights of the owner of the tables: its numbers stay, no document enters it any
-- more, and from now on its documents count as detached. @returns null, or what keeps the month
CREATE OR REPLACE FUNCTION "close_document_month"("wanted" text) RETURNS text LANGUAGE plpgsql SECURITY DEFINER
SET search_path = public, pg_temp AS $$
DECLARE
  found document_months;
  leaf text := 'documents_' || replace(wanted, '-', '_');
BEGIN
  SELECT * INTO found FROM document_months WHERE month = wanted FOR UPDATE;
  IF found.month IS NULL THEN RETURN 'unknown'; END IF;
  -- a run that was interrupted goes on
  IF found.detached_at IS NOT NULL THEN RETURN NULL; END IF;
  -- a document may have got its id some time before it is inserted
  IF found.to_id > first_document_id((now() AT TIME ZONE 'America/Lima' - interval '1 day')::date) THEN RETURN 'not_over'; END IF;
  -- waits for inserts under way; those that come later meet the trigger below
  EXECUTE format('LOCK TABLE partitions.%I IN SHARE ROW EXCLUSIVE MODE', leaf);
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
  INSERT INTO detached_numbers (business_id, environment, kind, series, month, numbers)
  SELECT d.business_id, d.environment, d.kind, d.series, wanted, range_agg(int4range(d.number, d.number, '[]'))
  FROM documents d WHERE d.id >= found.from_id AND d.id < found.to_id GROUP BY 1, 2, 3, 4;
  UPDATE document_months m SET detached_at = now(),
    documents = (SELECT count(*) FROM documents d WHERE d.id >= found.from_id AND d.id < found.to_id)
  WHERE m.month = wanted;
  EXECUTE format('CREATE TRIGGER month_is_closed BEFORE INSERT ON partitions.%I FOR EACH ROW EXECUTE FUNCTION month_is_closed()', leaf);
  RETURN NULL;
END $$;

-- Replaced functions lose their setting and the right to run as their owner; programs of roles need both at once.
DO $do$
DECLARE name regprocedure;
BEGIN
  FOR name IN SELECT p.oid FROM pg_proc p JOIN pg_roles r ON r.oid = p.proowner
    WHERE p.proname IN ('issue_batch', 'number_issued') AND p.pronamespace = 'public'::regnamespace AND r.rolname = 'rafaga_issuer'
  LOOP
    EXECUTE format('ALTER FUNCTION %s SECURITY DEFINER SET search_path = public, pg_temp', name);
  END LOOP;
END $do$;
