-- The list of rejected documents reads the timeline, which is only ever appended to: an index that names the state of an
-- outcome would make the update of every settlement write each index of its row anew. A row that is neither step costs
-- the evaluation of the predicate. The build reads the table once, in seconds for millions of rows, and writes to it wait.
CREATE INDEX "attempts_rejected_idx" ON "attempts" ("document_id") WHERE "step" IN ('rejected', 'resolved');
