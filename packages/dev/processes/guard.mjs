/** Outlives a kill -9 of the process that started it, for the moment it takes to stop what that one left running. */
import { stopListed } from './list.mjs';

process.stdin.resume().on('close', async () => {
  await stopListed(process.argv[2]);
  process.exit(0);
});
