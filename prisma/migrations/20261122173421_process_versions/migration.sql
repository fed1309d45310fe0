-- Which version of the program a process runs; null for those of a version before this column.
ALTER TABLE "processes" ADD COLUMN "version" TEXT;
