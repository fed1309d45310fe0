-- CreateTable: browsers in which a user has signed in completely
CREATE TABLE "known_devices" (
    "token_hash" BYTEA NOT NULL,
    "user_id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "address" TEXT,
    "agent" TEXT,

    CONSTRAINT "known_devices_pkey" PRIMARY KEY ("token_hash", "user_id"),
    CONSTRAINT "known_devices_agent_check" CHECK (length("agent") <= 300)
);

-- CreateTable: failed attempts to sign in, shared by every panel
CREATE TABLE "login_failures" (
    "key" BYTEA NOT NULL,
    "user_id" INTEGER,
    "failures" INTEGER NOT NULL,
    "blocked_until" TIMESTAMPTZ(3) NOT NULL,
    "forget_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "login_failures_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE INDEX "known_devices_user_id_seen_at_idx" ON "known_devices"("user_id", "seen_at");

-- CreateIndex
CREATE INDEX "login_failures_forget_at_idx" ON "login_failures"("forget_at");

-- CreateIndex
CREATE INDEX "login_failures_user_id_idx" ON "login_failures"("user_id");

-- AddForeignKey
ALTER TABLE "known_devices" ADD CONSTRAINT "known_devices_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "login_failures" ADD CONSTRAINT "login_failures_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
