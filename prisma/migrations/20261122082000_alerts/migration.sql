-- Problems of the installation, and what of them was announced outside of the panel.
CREATE TABLE "alerts" (
    "key" TEXT NOT NULL,
    "severity" TEXT,
    "text" TEXT NOT NULL,
    "advice" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
    "ended_at" TIMESTAMPTZ(3),
    "announced" TEXT,
    "announced_at" TIMESTAMPTZ(3),
    CONSTRAINT "alerts_pkey" PRIMARY KEY ("key"),
    CONSTRAINT "alerts_severity_check" CHECK ("severity" IN ('bad', 'warn')),
    CONSTRAINT "alerts_announced_check" CHECK ("announced" IN ('bad', 'warn'))
);

-- Messages to be delivered, and the latest that were: one row a message and channel.
CREATE TABLE "alert_messages" (
    "id" BIGSERIAL NOT NULL,
    "channel" TEXT NOT NULL,
    "message" JSON NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
    "next_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "delivered_at" TIMESTAMPTZ(3),
    "last_error" TEXT,
    CONSTRAINT "alert_messages_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "alert_messages_channel_check" CHECK ("channel" IN ('webhook', 'email'))
);
CREATE INDEX "alert_messages_due" ON "alert_messages" ("next_at") WHERE "delivered_at" IS NULL;

-- Which panel compares the health with the alerts: one row.
CREATE TABLE "alert_leader" (
    "id" SMALLINT NOT NULL DEFAULT 1,
    "process" TEXT,
    "until" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
    CONSTRAINT "alert_leader_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "alert_leader_one_row" CHECK ("id" = 1)
);
INSERT INTO "alert_leader" DEFAULT VALUES;
