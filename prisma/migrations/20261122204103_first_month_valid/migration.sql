-- Reads the tables without blocking their programs, so that the next migration need not read them.
DO $do$
DECLARE name regclass;
BEGIN
  FOR name IN SELECT conrelid::regclass FROM pg_constraint WHERE conname = 'first_month' AND NOT convalidated LOOP
    EXECUTE format('ALTER TABLE %s VALIDATE CONSTRAINT first_month', name);
  END LOOP;
END $do$;
