-- What was settled before its business went to another environment was decided by the one that it left: the trail knows which.
-- Only what was done before environments were kept has such rows: a change is another act since.
CREATE TEMPORARY TABLE "decided" AS
WITH changes AS (
  SELECT "id", "at", "business_id",
    CASE "before" ->> 'authority' WHEN 'custom' THEN 'production' ELSE "before" ->> 'authority' END AS environment
  FROM "audit" WHERE "action" = 'business.update' AND "before" ->> 'authority' <> "after" ->> 'authority')
SELECT o."document_id" AS id, (
    SELECT c.environment FROM changes c WHERE c."business_id" = o."business_id" AND c."at" > o."settled_at" ORDER BY c."id" LIMIT 1
  ) AS environment
FROM "outcomes" o
WHERE o."settled_at" IS NOT NULL AND o."business_id" IN (SELECT "business_id" FROM changes);

ALTER TABLE "documents" DISABLE TRIGGER "documents_stay";
UPDATE "documents" d SET "environment" = t.environment FROM "decided" t WHERE t.id = d."id" AND t.environment <> d."environment";
ALTER TABLE "documents" ENABLE TRIGGER "documents_stay";

-- their numbers were counted there; the present counter has gone on from them, and stays
INSERT INTO "series" ("business_id", "environment", "kind", "code", "last_number")
SELECT d."business_id", d."environment", d."kind", d."series", max(d."number")
FROM "documents" d JOIN "decided" t ON t.id = d."id" AND t.environment = d."environment" GROUP BY 1, 2, 3, 4
ON CONFLICT DO NOTHING;

DROP TABLE "decided";
