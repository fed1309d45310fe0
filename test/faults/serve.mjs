/**
 * Runs a PostgreSQL and a Redis for the fault tests, and restarts them on the same port and data
 * when they are killed. With a size in megabytes, PostgreSQL's data is on a file system of that
 * size, which can be filled and freed.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { listFile } from '../../packages/processes/processList.mjs';
import { supervised } from '../../packages/processes/supervisor.mjs';
import { clusterOf } from '../../packages/servers/clusterFolder.mjs';
import { startServices } from '../../packages/servers/services.mjs';

const [home, size] = process.argv.slice(2);
const ballast = path.join(clusterOf(home), 'ballast');
const MEGABYTE = Buffer.alloc(2 ** 20);

function mountSmallDisk() {
  mkdirSync(clusterOf(home), { recursive: true });
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}m`, 'rafaga-faults', clusterOf(home)]);
}

/** Fills the file system to the last byte. */
function fill() {
  for (let bytes = MEGABYTE; bytes.length > 0; bytes = bytes.subarray(0, bytes.length >> 1)) {
    try {
      for (;;) writeFileSync(ballast, bytes, { flag: 'a' });
    } catch (error) {
      if (error.code !== 'ENOSPC') throw error;
    }
  }
}

process.on('message', (command) => {
  if (command === 'fill') fill();
  if (command === 'free') rmSync(ballast);
  process.send({ done: command });
});

await supervised(home, async () => {
  if (size) mountSmallDisk();
  const { databaseUrl, redisUrl } = await startServices(home, {}, { mayDrop: true });
  process.send({ databaseUrl, redisUrl, processes: path.resolve(listFile(home)) });
  await new Promise((resolve) => process.once('disconnect', resolve));
});
// may be outside the home, which the test removes
if (!size) rmSync(clusterOf(home), { recursive: true, force: true });
process.exit(0);
