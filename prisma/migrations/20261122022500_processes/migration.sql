-- The processes of an installation, each saying every few seconds that it lives, what it last did and what is wrong.
CREATE TABLE "processes" (
    "kind" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
    "progress_at" TIMESTAMPTZ(3),
    "conditions" JSON NOT NULL DEFAULT '[]',
    CONSTRAINT "processes_pkey" PRIMARY KEY ("kind", "name"),
    CONSTRAINT "processes_kind_check" CHECK ("kind" IN ('api', 'worker', 'panel'))
);
