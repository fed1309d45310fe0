-- Whether the A4 of a business has the signed XML and the CDR inside; null: no, as before.
ALTER TABLE "designs" ADD COLUMN "archive" BOOLEAN;
