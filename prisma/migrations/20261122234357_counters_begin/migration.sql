-- A series that is added, added again or moved to another environment goes on after the highest number that was ever given in it,
-- in any month, detached ones too. Sales wait for the lock of the trigger for 300 ms at most, then it is tried again.
DO $$ BEGIN PERFORM set_config('lock_timeout', '300ms', true); END $$;
CREATE FUNCTION "counter_begins"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.last_number := greatest(NEW.last_number,
    (SELECT max(d.number) FROM documents d WHERE d.business_id = NEW.business_id AND d.kind = NEW.kind AND d.series = NEW.code
      AND d.environment = NEW.environment),
    (SELECT max(upper(n.numbers) - 1) FROM detached_numbers n WHERE n.business_id = NEW.business_id AND n.kind = NEW.kind
      AND n.series = NEW.code AND n.environment = NEW.environment));
  RETURN NEW;
END $$;
CREATE TRIGGER "series_begin" BEFORE INSERT OR UPDATE OF "business_id", "environment", "kind", "code" ON "series"
  FOR EACH ROW EXECUTE FUNCTION "counter_begins"();
