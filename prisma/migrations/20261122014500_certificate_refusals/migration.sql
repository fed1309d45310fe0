-- The last document whose certificate or signature the authority refused: a second one soon after is no accident of the first.
ALTER TABLE "businesses" ADD COLUMN "certificate_refused_at" TIMESTAMPTZ(3),
  ADD COLUMN "certificate_refused_document" BIGINT;
