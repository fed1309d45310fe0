-- What a document had when it was archived: one that changed since is archived again. Null for those that an earlier
-- version archived, which are archived again once.
ALTER TABLE "archived_documents" ADD COLUMN "version" TEXT;
