-- How a business's tickets are cut and whether they have a barcode; null as before.
ALTER TABLE "designs" ADD COLUMN "barcode" BOOLEAN, ADD COLUMN "ticket_length" INTEGER;
ALTER TABLE "designs" ADD CONSTRAINT "designs_ticket_length_check"
  CHECK ("ticket_length" BETWEEN 300 AND 4900) NOT VALID;
ALTER TABLE "designs" VALIDATE CONSTRAINT "designs_ticket_length_check";
