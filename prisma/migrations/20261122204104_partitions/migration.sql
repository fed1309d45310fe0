-- Documents, their results, timeline and files are partitioned by month, so that a closed one can be detached. What was
-- one table each becomes the first partition; no row is written anew or read.

CREATE SCHEMA IF NOT EXISTS "partitions";

DO $do$
DECLARE
  keys json := '{"documents": "id", "outcomes": "document_id", "attempts": "document_id", "files": "document_id"}';
  first date;
  following bigint;
  name text;
  key text;
  leaf text;
  granted record;
BEGIN
  -- given up before a deadlock would end a statement of a program
  PERFORM set_config('lock_timeout', '300ms', true);
  LOCK TABLE series, businesses IN SHARE ROW EXCLUSIVE MODE;
  LOCK TABLE emissions, documents, outcomes, attempts, files, pending_cdrs, kept_answers, inquiries, operation_items, proposals
    IN ACCESS EXCLUSIVE MODE;

  SELECT to_date(month, 'YYYY-MM'), to_id INTO first, following FROM document_months;
  IF NOT FOUND THEN
    -- without documents the first month is over: what is issued from now on has months of its own
    first := date_trunc('month', now() AT TIME ZONE 'America/Lima')
      + CASE WHEN EXISTS (SELECT FROM documents) THEN interval '0' ELSE interval '-1 month' END;
    following := first_document_id((first + interval '1 month')::date);
    INSERT INTO document_months (month, from_id, to_id) VALUES (to_char(first, 'YYYY-MM'), 0, following);
  END IF;

  -- they name the tables, not their partitions
  CREATE TEMPORARY TABLE kept_policies ON COMMIT DROP AS
    SELECT * FROM pg_policies WHERE schemaname = 'public' AND (tablename IN (SELECT json_object_keys(keys)) OR qual LIKE '%documents%');
  FOR granted IN SELECT * FROM kept_policies LOOP
    EXECUTE format('DROP POLICY %I ON %I', granted.policyname, granted.tablename);
  END LOOP;

  -- a table whose rows stay cannot refer to one whose rows are detached: see document_exists
  ALTER TABLE emissions DROP CONSTRAINT emissions_document_id_fkey;
  ALTER TABLE pending_cdrs DROP CONSTRAINT pending_cdrs_document_id_fkey;
  ALTER TABLE kept_answers DROP CONSTRAINT kept_answers_document_id_fkey;
  ALTER TABLE inquiries DROP CONSTRAINT inquiries_document_id_fkey;
  ALTER TABLE operation_items DROP CONSTRAINT operation_items_document_id_fkey;
  ALTER TABLE proposals DROP CONSTRAINT proposals_document_id_fkey;

  DROP TRIGGER documents_append_only ON documents;
  DROP TRIGGER documents_stay ON documents;
  DROP TRIGGER documents_not_emptied ON documents;
  DROP TRIGGER documents_not_while_restoring ON documents;
  DROP TRIGGER attempts_append_only ON attempts;
  DROP TRIGGER attempts_not_emptied ON attempts;
  ALTER SEQUENCE attempts_id_seq OWNED BY NONE;
  ALTER TABLE attempts DROP CONSTRAINT attempts_pkey;
  DROP INDEX attempts_document_id_id_idx;
  ALTER TABLE attempts ADD CONSTRAINT attempts_pkey PRIMARY KEY USING INDEX attempts_document_key;

  FOR name, key IN SELECT * FROM json_each_text(keys) LOOP
    leaf := name || to_char(first, '_YYYY_MM');
    EXECUTE format('ALTER TABLE public.%I RENAME TO %I', name, leaf);
    EXECUTE format('ALTER TABLE public.%I SET SCHEMA partitions', leaf);
    EXECUTE format('CREATE TABLE public.%I (LIKE partitions.%I INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING STORAGE
      INCLUDING COMPRESSION) PARTITION BY RANGE (%I)', name, leaf, key);
    EXECUTE format('ALTER TABLE public.%I DROP CONSTRAINT IF EXISTS first_month', name);
    IF (SELECT relrowsecurity FROM pg_class WHERE oid = format('partitions.%I', leaf)::regclass) THEN
      EXECUTE format('ALTER TABLE public.%I ENABLE ROW LEVEL SECURITY', name);
    END IF;
    -- the programs that run keep what they may do
    FOR granted IN
      SELECT x.privilege_type, x.grantee, NULL AS attname FROM pg_class c, aclexplode(c.relacl) AS x
      WHERE c.oid = format('partitions.%I', leaf)::regclass AND x.grantee NOT IN (0, c.relowner)
      UNION ALL
      SELECT x.privilege_type, x.grantee, a.attname FROM pg_attribute a, aclexplode(a.attacl) AS x
      WHERE a.attrelid = format('partitions.%I', leaf)::regclass AND x.grantee <> 0
    LOOP
      EXECUTE format('GRANT %s %s ON public.%I TO %s', granted.privilege_type, '(' || quote_ident(granted.attname) || ')', name,
        granted.grantee::regrole);
      EXECUTE format('REVOKE %s %s ON partitions.%I FROM %s', granted.privilege_type, '(' || quote_ident(granted.attname) || ')', leaf,
        granted.grantee::regrole);
    END LOOP;
    EXECUTE format('ALTER TABLE partitions.%I DISABLE ROW LEVEL SECURITY', leaf);
  END LOOP;

  ALTER TABLE documents ADD CONSTRAINT documents_pkey PRIMARY KEY (id);
  CREATE INDEX documents_request_id_idx ON documents USING hash (request_id);
  ALTER TABLE outcomes ADD CONSTRAINT outcomes_pkey PRIMARY KEY (document_id);
  CREATE INDEX outcomes_without_cdr_idx ON outcomes (document_id) WHERE without_cdr;
  ALTER TABLE attempts ADD CONSTRAINT attempts_pkey PRIMARY KEY (document_id, id);
  CREATE INDEX attempts_id_idx ON attempts (id);
  CREATE INDEX attempts_rejected_idx ON attempts (document_id) WHERE step IN ('rejected', 'resolved');
  ALTER SEQUENCE attempts_id_seq OWNED BY attempts.id;
  ALTER TABLE files ADD CONSTRAINT files_pkey PRIMARY KEY (document_id, kind);

  FOR name IN SELECT json_object_keys(keys) LOOP
    leaf := name || to_char(first, '_YYYY_MM');
    EXECUTE format('ALTER TABLE public.%I ATTACH PARTITION partitions.%I FOR VALUES FROM (MINVALUE) TO (%s)', name, leaf, following);
    EXECUTE format('ALTER TABLE partitions.%I DROP CONSTRAINT IF EXISTS first_month', leaf);
  END LOOP;

  FOR granted IN SELECT *, (SELECT string_agg(quote_ident(role), ', ') FROM unnest(roles) AS role) AS names FROM kept_policies LOOP
    EXECUTE format('CREATE POLICY %I ON %I TO %s USING (%s) WITH CHECK (%s)', granted.policyname, granted.tablename, granted.names,
      granted.qual, granted.with_check);
  END LOOP;
END $do$;

CREATE OR REPLACE FUNCTION "append_only"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append only', regexp_replace(TG_TABLE_NAME, '_[0-9]{4}_[0-9]{2}$', '');
END $$;
CREATE OR REPLACE FUNCTION "document_stays"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF to_jsonb(NEW) - 'environment' IS DISTINCT FROM to_jsonb(OLD) - 'environment'
    OR NOT EXISTS (SELECT FROM emissions e WHERE e.document_id = OLD.id AND e.sends = 0)
  THEN RAISE EXCEPTION 'documents is append only'; END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "documents_append_only" BEFORE DELETE ON "documents" FOR EACH ROW EXECUTE FUNCTION "append_only"();
CREATE TRIGGER "documents_stay" BEFORE UPDATE ON "documents" FOR EACH ROW EXECUTE FUNCTION "document_stays"();
CREATE TRIGGER "documents_not_emptied" BEFORE TRUNCATE ON "documents" FOR EACH STATEMENT EXECUTE FUNCTION "append_only"();
CREATE TRIGGER "documents_not_while_restoring" BEFORE INSERT ON "documents"
  FOR EACH STATEMENT EXECUTE FUNCTION "not_while_restoring"();
CREATE TRIGGER "attempts_append_only" BEFORE UPDATE OR DELETE ON "attempts" FOR EACH ROW EXECUTE FUNCTION "append_only"();
CREATE TRIGGER "attempts_not_emptied" BEFORE TRUNCATE ON "attempts" FOR EACH STATEMENT EXECUTE FUNCTION "append_only"();

-- Instead of a foreign key, which would make a detached month scan the table: a row names a document that exists when the
-- row is inserted. Documents are never deleted, and a month with pending work is not detached.
CREATE FUNCTION "document_exists"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM added a WHERE a.document_id IS NOT NULL
    AND (SELECT d.id FROM documents d WHERE d.id = a.document_id) IS NULL)
  THEN
    RAISE foreign_key_violation USING MESSAGE = format('%s names a document that does not exist', TG_TABLE_NAME),
      TABLE = TG_TABLE_NAME, CONSTRAINT = TG_TABLE_NAME || '_document_id_fkey';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "emissions_document_exists" AFTER INSERT ON "emissions" REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION "document_exists"();
CREATE TRIGGER "pending_cdrs_document_exists" AFTER INSERT ON "pending_cdrs" REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION "document_exists"();
CREATE TRIGGER "kept_answers_document_exists" AFTER INSERT ON "kept_answers" REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION "document_exists"();
CREATE TRIGGER "inquiries_document_exists" AFTER INSERT ON "inquiries" REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION "document_exists"();
CREATE TRIGGER "operation_items_document_exists" AFTER INSERT ON "operation_items" REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION "document_exists"();
CREATE TRIGGER "proposals_document_exists" AFTER INSERT ON "proposals" REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION "document_exists"();

-- A partition of each table for one month. It is made beside the tables and attached, which no statement waits for.
CREATE FUNCTION "make_document_month"("month" date) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  suffix text := to_char(month, '_YYYY_MM');
  from_id bigint := first_document_id(month);
  to_id bigint := first_document_id((month + interval '1 month')::date);
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['documents', 'outcomes', 'attempts', 'files'] LOOP
    EXECUTE format('CREATE TABLE partitions.%I (LIKE public.%I INCLUDING ALL)', name || suffix, name);
  END LOOP;
  EXECUTE format('ALTER TABLE partitions.%I ADD CONSTRAINT documents_business_id_fkey FOREIGN KEY (business_id)
    REFERENCES public.businesses (id) ON DELETE RESTRICT ON UPDATE CASCADE', 'documents' || suffix);
  EXECUTE format('CREATE UNIQUE INDEX %I ON partitions.%I (business_id, kind, series, environment, number)',
    'documents' || suffix || '_number_key', 'documents' || suffix);
  EXECUTE format('ALTER TABLE partitions.%I ADD CONSTRAINT outcomes_document_id_fkey FOREIGN KEY (document_id)
    REFERENCES partitions.%I (id) ON DELETE RESTRICT ON UPDATE CASCADE', 'outcomes' || suffix, 'documents' || suffix);
  EXECUTE format('ALTER TABLE partitions.%I ADD CONSTRAINT files_document_id_fkey FOREIGN KEY (document_id)
    REFERENCES partitions.%I (id) ON DELETE RESTRICT ON UPDATE CASCADE', 'files' || suffix, 'documents' || suffix);
  -- a settlement is written into the same page as its signature
  EXECUTE format('ALTER TABLE partitions.%I SET (fillfactor = 80)', 'outcomes' || suffix);
  FOREACH name IN ARRAY ARRAY['documents', 'outcomes', 'attempts', 'files'] LOOP
    EXECUTE format('ALTER TABLE public.%I ATTACH PARTITION partitions.%I FOR VALUES FROM (%s) TO (%s)', name, name || suffix,
      from_id, to_id);
  END LOOP;
  INSERT INTO document_months (month, from_id, to_id) VALUES (to_char(month, 'YYYY-MM'), from_id, to_id);
END $$;

-- Makes the months that are missing, up to three ahead of the present one. It runs with the rights of the owner of the
-- tables, so that programs may call it. @returns the months that it made
CREATE FUNCTION "make_document_months"() RETURNS text[] LANGUAGE plpgsql SECURITY DEFINER
SET search_path = public, pg_temp SET lock_timeout = '1s' AS $$
DECLARE
  ahead text := to_char(now() AT TIME ZONE 'America/Lima' + interval '3 months', 'YYYY-MM');
  last text := (SELECT max(month) FROM document_months);
  made text[] := '{}';
BEGIN
  IF last >= ahead THEN RETURN made; END IF;
  PERFORM pg_advisory_xact_lock(hashtext('document_months'));
  LOOP
    last := (SELECT max(month) FROM document_months);
    EXIT WHEN last >= ahead;
    last := to_char(to_date(last, 'YYYY-MM') + interval '1 month', 'YYYY-MM');
    PERFORM make_document_month(to_date(last, 'YYYY-MM'));
    made := made || last;
  END LOOP;
  RETURN made;
END $$;
REVOKE ALL ON FUNCTION "make_document_months"() FROM PUBLIC;
SELECT make_document_months();

-- A counter never falls: the numbers that follow it are above all that were given, in whichever month.
CREATE FUNCTION "counter_rises"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the counter of series % would fall from % to %', NEW.code, OLD.last_number, NEW.last_number;
END $$;
CREATE TRIGGER "series_rise" AFTER UPDATE ON "series" FOR EACH ROW WHEN (NEW.last_number < OLD.last_number)
  EXECUTE FUNCTION "counter_rises"();

-- Whether a number was given, in any month, detached ones too.
CREATE FUNCTION "number_issued"("business" int, "kind" text, "series" text, "environment" text, "number" int) RETURNS boolean
LANGUAGE plpgsql AS $$
BEGIN
  RETURN EXISTS (SELECT FROM documents d WHERE d.business_id = $1 AND d.kind = $2 AND d.series = $3 AND d.environment = $4
      AND d.number = $5)
    OR EXISTS (SELECT FROM detached_numbers n WHERE n.business_id = $1 AND n.environment = $4 AND n.series = $3
      AND n.kind = $2 AND n.numbers @> $5);
END $$;

-- Of acknowledged documents, those that the database lacks, but for those that two persons gave up and those of detached months.
CREATE OR REPLACE FUNCTION "missing_documents"("ids" bigint[]) RETURNS SETOF bigint LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN QUERY SELECT t.id FROM unnest(ids) AS t (id)
    WHERE NOT EXISTS (SELECT FROM documents d WHERE d.id = t.id)
      AND NOT EXISTS (SELECT FROM document_months m WHERE m.detached_at IS NOT NULL AND t.id >= m.from_id AND t.id < m.to_id)
      AND NOT EXISTS (SELECT FROM restorations r WHERE r.ended_at IS NOT NULL AND r.lost -> 'ids' @> to_jsonb(t.id));
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

-- Replaced functions lose their setting and the right to run as their owner; programs of roles need both at once.
DO $do$
DECLARE name regprocedure;
BEGIN
  FOR name IN SELECT p.oid FROM pg_proc p JOIN pg_roles r ON r.oid = p.proowner
    WHERE p.proname IN ('issue_batch', 'missing_documents') AND p.pronamespace = 'public'::regnamespace AND r.rolname = 'rafaga_issuer'
  LOOP
    EXECUTE format('ALTER FUNCTION %s SECURITY DEFINER SET search_path = public, pg_temp', name);
    GRANT SELECT ON document_months, detached_numbers TO rafaga_issuer;
  END LOOP;
END $do$;
