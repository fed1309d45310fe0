-- The audit is filtered by actor, by action and by time.
CREATE INDEX "audit_actor_id_idx" ON "audit"("actor", "id");
CREATE INDEX "audit_action_id_idx" ON "audit"("action", "id");
CREATE INDEX "audit_at_idx" ON "audit"("at");
