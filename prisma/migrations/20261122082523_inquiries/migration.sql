-- A person has SUNAT asked about a document: a worker answers, and nothing is sent for it. Older workers do not know
-- the table: what is asked waits for a newer one.
CREATE TABLE "inquiries" (
    "id" BIGSERIAL NOT NULL,
    "document_id" BIGINT NOT NULL,
    "business_id" INTEGER NOT NULL,
    "asked_by" TEXT NOT NULL,
    "asked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "worker" TEXT,
    "taken_at" TIMESTAMPTZ(3),
    "answered_at" TIMESTAMPTZ(3),
    "outcome" TEXT,
    "answers" JSON,
    CONSTRAINT "inquiries_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "inquiries_answered_check"
      CHECK (("answered_at" IS NULL) = ("outcome" IS NULL) AND ("answered_at" IS NULL) = ("answers" IS NULL)),
    CONSTRAINT "inquiries_document_id_fkey" FOREIGN KEY ("document_id") REFERENCES "documents" ("id")
        ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE INDEX "inquiries_document_id_id_idx" ON "inquiries" ("document_id", "id");
-- One at a time for a document, and the ones that wait are found among millions.
CREATE UNIQUE INDEX "inquiries_open_key" ON "inquiries" ("document_id") WHERE "answered_at" IS NULL;
