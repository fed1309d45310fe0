-- A draft that never issued is deleted with its designs. A design goes with its business alone: no role deletes one, and
-- a business with documents cannot be deleted.
ALTER TABLE "designs" DROP CONSTRAINT "designs_business_id_fkey",
  ADD CONSTRAINT "designs_business_id_fkey" FOREIGN KEY ("business_id") REFERENCES "businesses" ("id")
    ON DELETE CASCADE ON UPDATE CASCADE;

CREATE FUNCTION "design_stays"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM businesses b WHERE b.id = OLD.business_id) THEN
    RAISE EXCEPTION '% is append only', TG_TABLE_NAME;
  END IF;
  RETURN OLD;
END $$;
DROP TRIGGER "designs_append_only" ON "designs";
CREATE TRIGGER "designs_append_only" BEFORE UPDATE ON "designs" FOR EACH ROW EXECUTE FUNCTION "append_only"();
CREATE TRIGGER "designs_stay" BEFORE DELETE ON "designs" FOR EACH ROW EXECUTE FUNCTION "design_stays"();
