-- Whether the credentials of a business were accepted when they were stored. Processes of the version before write no
-- row: for them, as for what was stored before, nothing is known of a trial.
CREATE TABLE "access_trials" (
    "business_id" INTEGER NOT NULL,
    "sol" TEXT,
    "sol_at" TIMESTAMPTZ(3),
    "consult" TEXT,
    "consult_at" TIMESTAMPTZ(3),
    CONSTRAINT "access_trials_pkey" PRIMARY KEY ("business_id"),
    CONSTRAINT "access_trials_business_id_fkey" FOREIGN KEY ("business_id") REFERENCES "businesses" ("id")
        ON DELETE CASCADE ON UPDATE CASCADE
);
