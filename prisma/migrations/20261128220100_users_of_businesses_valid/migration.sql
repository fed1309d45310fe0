-- Reads the users without blocking their programs. It ends with an error for a user of a deleted business, who sees nothing:
-- that user then needs the id of a business that exists.
ALTER TABLE "users" VALIDATE CONSTRAINT "users_business_id_fkey";
