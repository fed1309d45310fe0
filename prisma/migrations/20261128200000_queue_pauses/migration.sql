-- A queue that an operator has paused: while its row is here, no document is claimed, whatever Redis knows.
CREATE TABLE "queue_pauses" (
  "queue" TEXT NOT NULL,
  "paused_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "queue_pauses_pkey" PRIMARY KEY ("queue"),
  CONSTRAINT "queue_pauses_queue" CHECK ("queue" IN ('emit', 'print'))
);
