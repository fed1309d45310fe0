-- How busy a process is: { "cpu", "rssMb", "loopDelayMs" }; null from a process of an earlier version.
ALTER TABLE "processes" ADD COLUMN "load" JSON;
