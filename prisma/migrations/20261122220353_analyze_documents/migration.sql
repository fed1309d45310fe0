-- Autovacuum analyses partitions and never the table that has them, whose statistics are those of statements that span months.
-- It runs with the rights of the owner of the tables, so that workers may call it. Nothing that reads or writes rows waits.
-- @returns the tables that it analysed: those that grew by a tenth since the last time, and after a day any with rows
CREATE FUNCTION "analyze_documents"() RETURNS text[] LANGUAGE plpgsql SECURITY DEFINER
SET search_path = public, pg_temp SET lock_timeout = '1s' AS $$
DECLARE
  name text;
  rows bigint;
  known real;
  done_at timestamptz;
  analysed text[] := '{}';
BEGIN
  -- one worker at a time
  IF NOT pg_try_advisory_xact_lock(hashtext('analyze_documents')) THEN RETURN analysed; END IF;
  FOREACH name IN ARRAY ARRAY['documents', 'outcomes', 'attempts', 'files'] LOOP
    SELECT sum(pg_stat_get_live_tuples(relid)) INTO rows FROM pg_partition_tree(name::regclass) WHERE isleaf;
    SELECT greatest(c.reltuples, 0), pg_stat_get_last_analyze_time(c.oid) INTO known, done_at
      FROM pg_class c WHERE c.oid = name::regclass;
    IF rows > 50 + known * 1.1 OR rows > 0 AND coalesce(done_at < now() - interval '1 day', true) THEN
      EXECUTE format('ANALYZE %I', name);
      analysed := analysed || name;
    END IF;
  END LOOP;
  RETURN analysed;
END $$;
REVOKE ALL ON FUNCTION "analyze_documents"() FROM PUBLIC;
