-- 'authenticated' is what 'open' was called. Both are read; 'open' is written until no panel of a
-- version that knows only 'open' can run beside this one.
ALTER TABLE "sessions" DROP CONSTRAINT "sessions_stage_check";
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_stage_check"
  CHECK ("stage" IN ('code', 'enrolment', 'open', 'authenticated'));
