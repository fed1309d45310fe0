-- A user of a business names one that exists: a draft could be deleted at the moment in which it was given a user.
ALTER TABLE "users" ADD CONSTRAINT "users_business_id_fkey" FOREIGN KEY ("business_id") REFERENCES "businesses"("id")
  ON DELETE RESTRICT ON UPDATE CASCADE NOT VALID;
