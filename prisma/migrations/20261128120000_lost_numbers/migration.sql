-- A series that is added goes on after the numbers too that a restoration found acknowledged and nothing could bring back: the
-- restored database had neither the series nor, perhaps, its business, and so no counter that the end of the restoration could raise.
CREATE OR REPLACE FUNCTION "counter_begins"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.last_number := greatest(NEW.last_number,
    (SELECT max(d.number) FROM documents d WHERE d.business_id = NEW.business_id AND d.kind = NEW.kind AND d.series = NEW.code
      AND d.environment = NEW.environment),
    (SELECT max(upper(n.numbers) - 1) FROM detached_numbers n WHERE n.business_id = NEW.business_id AND n.kind = NEW.kind
      AND n.series = NEW.code AND n.environment = NEW.environment),
    (SELECT max(l.acknowledged) FROM businesses b, restorations r, jsonb_to_recordset(
        coalesce(r.found -> 'series', '[]') || coalesce(r.lost -> 'series', '[]'))
        AS l (ruc text, environment text, series text, acknowledged int)
      WHERE b.id = NEW.business_id AND l.ruc = b.ruc AND l.environment = NEW.environment AND l.series = NEW.code));
  RETURN NEW;
END $$;

-- A replaced function loses its setting and the right to run as its owner.
DO $do$
DECLARE name regprocedure;
BEGIN
  FOR name IN SELECT p.oid FROM pg_proc p JOIN pg_roles r ON r.oid = p.proowner
    WHERE p.proname = 'counter_begins' AND p.pronamespace = 'public'::regnamespace AND r.rolname = 'rafaga_issuer'
  LOOP
    EXECUTE format('ALTER FUNCTION %s SECURITY DEFINER SET search_path = public, pg_temp', name);
  END LOOP;
END $do$;
