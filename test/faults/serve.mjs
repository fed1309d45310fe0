// A PostgreSQL and a Redis of the faults' own, kept running like those of npm start: what is killed
// comes back on the same port and data. With a size, PostgreSQL's data lies on a file system of no
// more megabytes, which can be filled up and freed.
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { listFile, supervised } from '../../packages/dev/processes/supervisor.mjs';
import { clusterOf } from '../../packages/dev/settings/places.mjs';
import '../../packages/dev/setup/build.mjs';
import { migrate } from '../../packages/dev/servers/migrate.mjs';
import { startServices } from '../../packages/dev/servers/services.mjs';

const [home, size] = process.argv.slice(2);
const ballast = path.join(clusterOf(home), 'ballast');
const MEGABYTE = Buffer.alloc(2 ** 20);

function lend() {
  mkdirSync(clusterOf(home), { recursive: true });
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}m`, 'rafaga-faults', clusterOf(home)]);
}

/** To the last byte. */
function fill() {
  for (let bytes = MEGABYTE; bytes.length > 0; bytes = bytes.subarray(0, bytes.length >> 1)) {
    try {
      for (;;) writeFileSync(ballast, bytes, { flag: 'a' });
    } catch (error) {
      if (error.code !== 'ENOSPC') throw error;
    }
  }
}

process.on('message', (wish) => {
  if (wish === 'fill') fill();
  if (wish === 'free') rmSync(ballast);
  process.send({ done: wish });
});

await supervised(home, async () => {
  if (size) lend();
  const { databaseUrl, redisUrl } = await startServices(home);
  await migrate(databaseUrl, { disposable: true });
  process.send({ databaseUrl, redisUrl, processes: path.resolve(listFile(home)) });
  await new Promise((resolve) => process.once('disconnect', resolve));
});
process.exit(0);
