-- When the server's clock steps back, a millisecond comes twice, and document_id may give an id that an earlier document has.
-- Before, a settled document hid the new one: it was not written, and its caller got a 201 and later the other document's data.
-- Now the call fails without a trace and is repeated with other ids.

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
-- "p" is a place too. LATERAL makes the locks follow the order of the groups, and each find its row by key.
-- An assignment evaluates an expression without the plan that PERFORM would run.
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
  ids bigint[] := '{}';
  results text[] := array_fill('series_closed'::text, ARRAY[cardinality(keys)]);
  numbers int[] := chosen;
  environments text[] := array_fill(NULL::text, ARRAY[cardinality(keys)]);
  destinations text[] := environments;
  claimed int;
  written int;
  counter record;
  counters int[] := '{}';
  last_numbers int[] := '{}';
  given int[];
  last int;
  at int;
BEGIN
  patience := set_config('lock_timeout', patience, true);
  FOR at IN 1 .. cardinality(keys) LOOP
    ids[at] := document_id();
  END LOOP;

  -- a reference that another transaction writes is waited for, and then found; the rest are ours
  INSERT INTO "references" (business_id, key, hash, document_id)
  SELECT businesses[p], keys[p], hashes[p], ids[p] FROM generate_series(1, cardinality(keys)) AS p
  ORDER BY businesses[p], keys[p] COLLATE "C"
  ON CONFLICT DO NOTHING;
  GET DIAGNOSTICS claimed = ROW_COUNT;
  IF claimed < cardinality(keys) THEN
    SELECT array_agg(CASE WHEN r.document_id = ids[p] THEN 'series_closed' ELSE 'stored' END ORDER BY p) INTO results
    FROM generate_series(1, cardinality(keys)) AS p
    LEFT JOIN "references" r ON r.business_id = businesses[p] AND r.key = keys[p];
  END IF;

  -- the numbers that follow are given out before those that callers chose: only these may be found taken
  FOR counter IN
    SELECT l.*, t.following, t.choosing
    FROM (
      SELECT businesses[p] AS business, series_codes[p] AS code, kinds[p] AS kind,
        coalesce(array_agg(p) FILTER (WHERE chosen[p] IS NULL), '{}') AS following,
        coalesce(array_agg(p) FILTER (WHERE chosen[p] IS NOT NULL), '{}') AS choosing
      FROM generate_series(1, cardinality(keys)) AS p
      WHERE results[p] <> 'stored'
      GROUP BY businesses[p], series_codes[p], kinds[p] ORDER BY businesses[p], series_codes[p]) AS t,
    LATERAL (
      SELECT s.id, s.business_id, s.kind, s.code, s.last_number, s.environment, b.max_number_jump,
        CASE b.authority WHEN 'custom' THEN b.bill_url ELSE b.authority END AS destination
      FROM businesses AS b JOIN series AS s ON s.business_id = b.id AND s.environment = b.environment
      WHERE b.id = t.business AND s.code = t.code::bpchar AND s.kind = t.kind AND s.active
      FOR NO KEY UPDATE OF s FOR KEY SHARE OF b) AS l
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
  UPDATE series SET last_number = last_numbers[array_position(counters, id)] WHERE id = ANY (counters);

  INSERT INTO documents (id, business_id, environment, kind, series, number, reference, issue_date, currency,
    client_document_type, client_document, client_name, total, sale, totals, warnings, answer, request_id)
  SELECT ids[p], businesses[p], environments[p], kinds[p], series_codes[p], numbers[p], keys[p], issue_dates[p], currencies[p],
    client_types[p], clients[p], client_names[p], amounts[p], t.sale, t.totals, warnings[p],
    replace(replace(replace(answers[p], E'\u0001', ids[p]::text), E'\u0002', numbers[p]::text), E'\u0003',
      environment_word(environments[p])),
    requests[p]
  FROM ROWS FROM (generate_series(1, cardinality(keys)), json_array_elements(sales), json_array_elements(totals))
    AS t (p, sale, totals)
  WHERE results[p] = 'issued' ORDER BY chosen[p] IS NOT NULL, ids[p]
  ON CONFLICT DO NOTHING;
  GET DIAGNOSTICS written = ROW_COUNT;

  IF written < claimed THEN
    FOR at IN
      SELECT t.place FROM unnest(ids, results) WITH ORDINALITY AS t (id, result, place)
      WHERE t.result = 'issued' AND NOT EXISTS (SELECT FROM documents d
        WHERE d.id = t.id AND d.business_id = businesses[t.place] AND d.reference = keys[t.place])
    LOOP
      IF EXISTS (SELECT FROM documents d WHERE d.id = ids[at]) THEN
        RAISE EXCEPTION 'document_id gave % twice', ids[at] USING ERRCODE = 'serialization_failure';
      END IF;
      IF chosen[at] IS NULL THEN RAISE EXCEPTION 'series % gave number % twice', series_codes[at], numbers[at]; END IF;
      results[at] := 'number_taken';
    END LOOP;
    DELETE FROM "references" r USING unnest(ids, businesses, keys, results) AS t (id, business, key, result)
    WHERE r.business_id = t.business AND r.key = t.key AND r.document_id = t.id AND t.result NOT IN ('issued', 'stored');
  END IF;

  INSERT INTO emissions (document_id, business_id, destination, next_at, deadline)
  SELECT ids[p], businesses[p], destinations[p], now() + grace, deadlines[p]
  FROM generate_series(1, cardinality(keys)) AS p WHERE results[p] = 'issued';

  IF claimed = cardinality(keys) THEN
    RETURN QUERY
      SELECT p, results[p], ids[p], numbers[p], NULL::bytea, NULL, NULL, NULL, environment_word(environments[p])
      FROM generate_series(1, cardinality(keys)) AS p;
    RETURN;
  END IF;
  RETURN QUERY
    SELECT t.place::int, t.result, coalesce(r.document_id, t.id), coalesce(d.number, t.number), r.hash, r.state, d.answer, d.request_id,
      environment_word(t.environment)
    FROM unnest(ids, businesses, environments, keys, numbers, results) WITH ORDINALITY
      AS t (id, business, environment, key, number, result, place)
    LEFT JOIN "references" r ON t.result = 'stored' AND r.business_id = t.business AND r.key = t.key
    LEFT JOIN documents d ON d.id = r.document_id;
END $$;

-- A replaced function loses its setting and the right to run as its owner; programs of roles need both at once.
DO $do$
DECLARE name regprocedure;
BEGIN
  FOR name IN SELECT p.oid FROM pg_proc p JOIN pg_roles r ON r.oid = p.proowner
    WHERE p.proname = 'issue_batch' AND p.pronamespace = 'public'::regnamespace AND r.rolname = 'rafaga_issuer'
  LOOP
    EXECUTE format('ALTER FUNCTION %s SECURITY DEFINER SET search_path = public, pg_temp', name);
  END LOOP;
END $do$;
