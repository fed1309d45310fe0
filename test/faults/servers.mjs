// A PostgreSQL and a Redis of the faults' own, kept running like those of npm start: what is killed comes back on the same port and data.
import path from 'node:path';
import { inHouse, listFile } from '../../packages/dev/processes/house.mjs';
import '../../packages/dev/setup/build.mjs';
import { migrate } from '../../packages/dev/servers/migrate.mjs';
import { startServices } from '../../packages/dev/servers/services.mjs';

const [home] = process.argv.slice(2);
await inHouse(home, async () => {
  const { databaseUrl, redisUrl } = await startServices(home);
  await migrate(databaseUrl, { disposable: true });
  process.send({ databaseUrl, redisUrl, processes: path.resolve(listFile(home)) });
  await new Promise((resolve) => process.once('disconnect', resolve));
});
process.exit(0);
