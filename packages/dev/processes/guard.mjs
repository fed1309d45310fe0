/**
 * Outlives a kill -9 of the process that started it, for the moment it takes to stop what that one
 * left running.
 */
import path from 'node:path';
import { putDemoAside } from '../demo/demoFile.mjs';
import { stopListed } from './list.mjs';

const [file] = process.argv.slice(2);

process.stdin.resume().on('close', async () => {
  // what it says is true no more
  putDemoAside(path.dirname(file));
  await stopListed(file);
  process.exit(0);
});
