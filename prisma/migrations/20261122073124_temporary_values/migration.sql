-- What the panel holds for one user for minutes: a form that waits for a password, a secret that is shown once. Each
-- value is sealed under the master key. Older processes do not know the table and lose nothing.
CREATE TABLE "temporary_values" (
    "id" BYTEA NOT NULL,
    "user_id" INTEGER NOT NULL,
    "sealed" BYTEA NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "temporary_values_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "temporary_values_id_check" CHECK (octet_length("id") = 32),
    CONSTRAINT "temporary_values_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id")
        ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "temporary_values_user_id_expires_at_idx" ON "temporary_values" ("user_id", "expires_at");
CREATE INDEX "temporary_values_expires_at_idx" ON "temporary_values" ("expires_at");

-- One use each; only the HMAC of a code is stored.
CREATE TABLE "recovery_codes" (
    "user_id" INTEGER NOT NULL,
    "hash" BYTEA NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    CONSTRAINT "recovery_codes_pkey" PRIMARY KEY ("user_id", "hash"),
    CONSTRAINT "recovery_codes_hash_check" CHECK (octet_length("hash") = 32),
    CONSTRAINT "recovery_codes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id")
        ON DELETE CASCADE ON UPDATE CASCADE
);
