-- A user has a business rehearsed: a worker signs and sends, because only workers open the keys. The result is sealed
-- for the panel. Older workers do not know the table: what is asked waits for a newer one.
CREATE TABLE "rehearsals" (
    "id" SERIAL NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "business_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "asked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "taken_at" TIMESTAMPTZ(3),
    "sealed" BYTEA,
    CONSTRAINT "rehearsals_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "rehearsals_business_id_fkey" FOREIGN KEY ("business_id") REFERENCES "businesses" ("id")
        ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "rehearsals_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id")
        ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "rehearsals_token_hash_key" ON "rehearsals" ("token_hash");
CREATE INDEX "rehearsals_user_id_idx" ON "rehearsals" ("user_id");
CREATE INDEX "rehearsals_asked_at_idx" ON "rehearsals" ("asked_at");
