-- PostgreSQL planned four statements of each small batch anew, because a plan for its one document looks cheaper than the
-- general one: more than a third of the CPU of a single sale. A later CREATE OR REPLACE must repeat this setting.
ALTER FUNCTION "issue_batch" SET plan_cache_mode = force_generic_plan;
