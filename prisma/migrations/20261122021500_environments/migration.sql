-- A document, its number and its destination belong to the environment of its business at the moment of issue: a test's
-- documents, counters and numbers are never production's.

-- 'simulator', 'beta' or 'production': what a named authority is, and what an operator says that an address of his own is.
ALTER TABLE "businesses" ADD COLUMN "environment" TEXT NOT NULL DEFAULT 'simulator',
  ADD COLUMN "max_number_jump" INTEGER NOT NULL DEFAULT 10000;
UPDATE "businesses" SET "environment" = CASE "authority" WHEN 'custom' THEN 'production' ELSE "authority" END;
ALTER TABLE "businesses"
  ADD CONSTRAINT "businesses_environment_check" CHECK ("environment" IN ('simulator', 'beta', 'production')
    AND ("authority" = 'custom' OR "environment" = "authority")),
  ADD CONSTRAINT "businesses_jump_check" CHECK ("max_number_jump" BETWEEN 1 AND 99999999);

-- One counter a series and environment.
ALTER TABLE "series" ADD COLUMN "environment" TEXT;
UPDATE "series" s SET "environment" = b."environment" FROM "businesses" b WHERE b."id" = s."business_id";
ALTER TABLE "series" ALTER COLUMN "environment" SET NOT NULL,
  ADD CONSTRAINT "series_environment_check" CHECK ("environment" IN ('simulator', 'beta', 'production'));
DROP INDEX "series_business_id_code_key";
CREATE UNIQUE INDEX "series_business_id_environment_code_key" ON "series"("business_id", "environment", "code");

-- The default, which is the value of all rows without a rewrite, is the one that big tables have.
ALTER TABLE "documents" ADD COLUMN "environment" TEXT NOT NULL DEFAULT 'production';
ALTER TABLE "documents" DISABLE TRIGGER "documents_append_only";
UPDATE "documents" d SET "environment" = b."environment" FROM "businesses" b
  WHERE b."id" = d."business_id" AND b."environment" <> 'production';
ALTER TABLE "documents" ENABLE TRIGGER "documents_append_only";
ALTER TABLE "documents" ALTER COLUMN "environment" DROP DEFAULT,
  ADD CONSTRAINT "documents_environment_check" CHECK ("environment" IN ('simulator', 'beta', 'production'));
DROP INDEX "documents_business_id_kind_series_number_key";
CREATE UNIQUE INDEX "documents_business_id_kind_series_environment_number_key"
  ON "documents"("business_id", "kind", "series", "environment", "number");

-- Where a document may be sent: the named authority, or the address, for which it was issued or taken over.
ALTER TABLE "emissions" ADD COLUMN "destination" TEXT;
UPDATE "emissions" e SET "destination" = CASE b."authority" WHEN 'custom' THEN b."bill_url" ELSE b."authority" END
  FROM "businesses" b WHERE b."id" = e."business_id";
ALTER TABLE "emissions" ALTER COLUMN "destination" SET NOT NULL;

-- What was issued stays as it is; but for the environment of a document that no authority has settled, which two persons may change.
CREATE FUNCTION "document_stays"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF to_jsonb(NEW) - 'environment' IS DISTINCT FROM to_jsonb(OLD) - 'environment'
    OR NOT EXISTS (SELECT FROM emissions e WHERE e.document_id = OLD.id AND e.sends = 0)
  THEN RAISE EXCEPTION '% is append only', TG_TABLE_NAME; END IF;
  RETURN NEW;
END $$;
DROP TRIGGER "documents_append_only" ON "documents";
CREATE TRIGGER "documents_append_only" BEFORE DELETE ON "documents" FOR EACH ROW EXECUTE FUNCTION "append_only"();
CREATE TRIGGER "documents_stay" BEFORE UPDATE ON "documents" FOR EACH ROW EXECUTE FUNCTION "document_stays"();

-- Two persons may also change the environment while documents wait; and a counter that moves on is one of an environment.
ALTER TABLE "proposals" ADD COLUMN "environment" TEXT, ADD COLUMN "authority" TEXT, ADD COLUMN "bill_url" TEXT,
  ADD COLUMN "consult_url" TEXT;
UPDATE "proposals" p SET "environment" = b."environment" FROM "businesses" b
  WHERE b."id" = p."business_id" AND p."action" = 'series.next';
ALTER TABLE "proposals" DROP CONSTRAINT "proposals_action_check", ADD CONSTRAINT "proposals_action_check" CHECK (
  ("action" = 'document.resolve' AND "document_id" IS NOT NULL AND "resolution" IN ('accepted', 'rejected', 'discarded')
    AND num_nonnulls("series", "next_number", "environment", "authority") = 0)
  OR ("action" = 'series.next' AND num_nonnulls("document_id", "resolution", "authority") = 0
    AND "series" IS NOT NULL AND "next_number" BETWEEN 1 AND 99999999 AND "environment" IS NOT NULL)
  OR ("action" = 'environment.change' AND num_nonnulls("document_id", "resolution", "series", "next_number") = 0
    AND "environment" IN ('simulator', 'beta', 'production')
    AND coalesce("authority" IN ('simulator', 'beta', 'production') OR ("authority" = 'custom' AND "bill_url" IS NOT NULL), false)));
CREATE UNIQUE INDEX "proposals_environment_key" ON "proposals" ("business_id")
  WHERE "decided_at" IS NULL AND "action" = 'environment.change';

-- An environment as the wire names it.
CREATE FUNCTION "environment_word"("environment" text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE environment WHEN 'simulator' THEN 'simulado' WHEN 'beta' THEN 'beta' WHEN 'production' THEN 'produccion' END
$$;

DROP FUNCTION "issue_batch";
-- Group commit: one call, one transaction, one write to disk for all documents that arrived while the last call ran.
-- Every array, those in JSON too, has one element a document; "place" is its position. Each place gets one row back:
--   issued             with its id and number
--   stored             its reference was used before: what stands under it is returned too
--   series_closed, series_exhausted, number_taken, number_far: nothing of it remains, neither number nor reference
-- A document belongs to the environment in which its business is at that moment, and so does the series that numbers it: the lock
-- on the business makes a change of its environment wait for the batch, or the batch for the change.
-- Locks are taken in one order by all callers, or two of them would wait for each other: references by key, then series
-- by code, as late as possible.
CREATE FUNCTION "issue_batch"(
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
    SELECT s.id, s.last_number, t.following, t.choosing, b.environment, b.max_number_jump,
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
    FOREACH at IN ARRAY counter.following LOOP
      IF last < 99999999 THEN
        last := last + 1;
        numbers[at] := last;
        results[at] := 'issued';
      ELSE
        results[at] := 'series_exhausted';
      END IF;
    END LOOP;
    FOREACH at IN ARRAY counter.choosing LOOP
      IF chosen[at] - last <= counter.max_number_jump THEN
        last := greatest(last, chosen[at]);
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
  ON CONFLICT (business_id, kind, series, environment, number) DO NOTHING;
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
