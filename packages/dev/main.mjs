// npm start, npm test: sets up everything, with nothing but node: modules until the install is done.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { install, withPnpm } from './pnpm.mjs';
import { startPostgres } from './postgres.mjs';
import { startRedis } from './redis.mjs';
import { Advice, freePort, redisCommand, root, run, say } from './util.mjs';

const stops = [];
let stopping;
const stopAll = () =>
  (stopping ??= (async () => {
    for (const stop of stops.splice(0).reverse()) await stop().catch((e) => say(e.message));
  })());
Object.assign(process.env, {
  TURBO_TELEMETRY_DISABLED: '1',
  DO_NOT_TRACK: '1',
  CHECKPOINT_DISABLE: '1',
  PRISMA_HIDE_UPDATE_MESSAGE: '1',
  TURBO_NO_UPDATE_NOTIFIER: '1',
});
// The Prisma CLI would download its schema engine; ours comes with the packages. Windows cannot spawn a script: there it downloads.
if (process.platform !== 'win32') process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= path.join(root, 'packages/dev/schema-engine.mjs');
const tool = (name) => path.join(root, 'node_modules', '.bin', process.platform === 'win32' ? `${name}.cmd` : name);
const call = (name, args, options) => run(tool(name), args, { shell: process.platform === 'win32', ...options });

async function prepare() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) throw new Advice(`Node ${process.version} is too old: 20.19 or newer.`);
  await withPnpm();
  await install();
}
async function services(ports = {}) {
  const [postgres, redis] = await Promise.allSettled([
    process.env.DATABASE_URL ? { url: process.env.DATABASE_URL } : startPostgres(ports.postgres),
    process.env.REDIS_URL ? { url: process.env.REDIS_URL } : startRedis(ports.redis),
  ]);
  for (const s of [postgres, redis]) if (s.value?.stop) stops.push(s.value.stop);
  for (const s of [postgres, redis]) if (s.reason) throw s.reason;
  process.env.DATABASE_URL = postgres.value.url;
  process.env.REDIS_URL = redis.value.url;
  if (!(await redisCommand(process.env.REDIS_URL, 'PING').catch((e) => e.message)).includes('PONG'))
    throw new Advice('REDIS_URL does not answer');
  say(`Postgres ${postgres.value.port ?? 'from DATABASE_URL'}, Redis ${redis.value.port ?? 'from REDIS_URL'}`);
}
const migrate = async () => {
  say('migrating');
  await call('prisma', ['migrate', 'deploy'], { quiet: true });
};
const build = async () => {
  say('generating and building');
  await call('turbo', ['run', 'compile', '--output-logs=errors-only'], { quiet: true });
};

const commands = {
  async setup() {
    await prepare();
    await build();
  },
  async start() {
    await prepare();
    await Promise.all([build(), services({ postgres: 55440, redis: 56390 }).then(migrate)]);
    process.env.PORT = String(await freePort(Number(process.env.PORT ?? 3000)));
    const apps = ['apps/api/dist/main.js', 'apps/worker/dist/main.js'].map((file) => {
      const child = spawn(process.execPath, ['--enable-source-maps', file], {
        cwd: root,
        stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
        detached: process.platform !== 'win32',
      });
      const gone = new Promise((resolve) => child.on('exit', resolve));
      stops.push(() => {
        child.kill('SIGTERM');
        return gone;
      });
      return gone;
    });
    say(`http://127.0.0.1:${process.env.PORT}  (Ctrl-C stops everything)`);
    process.exitCode = (await Promise.race(apps)) ?? 0;
  },
  async test(args) {
    process.env.RAFAGA_HOME ??= '.rafaga-test';
    await prepare();
    await Promise.all([call('prisma', ['generate'], { quiet: true }), services().then(migrate)]);
    say('jest');
    const { code } = await run(
      process.execPath,
      ['--experimental-vm-modules', path.join(root, 'node_modules/jest/bin/jest.js'), '-c', 'test/jest.config.mjs', ...args],
      { anyCode: true, env: { ...process.env, NODE_OPTIONS: '--experimental-vm-modules --disable-warning=ExperimentalWarning' } },
    );
    process.exitCode = code;
  },
  async prisma(args) {
    await prepare();
    await services({ postgres: 55440, redis: 56390 });
    process.exitCode = (await call('prisma', args, { anyCode: true })).code;
  },
};
// A signal sent to npm alone ends npm and its shell, and never reaches us: notice that they are gone.
const parent = process.ppid;
setInterval(() => process.ppid !== parent && stopAll().then(() => process.exit(0)), 500).unref();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => stopAll().then(() => process.exit(0)));
const [command, ...args] = process.argv.slice(2);
try {
  await (
    commands[command] ??
    (() => {
      throw new Advice(`Unknown command ${command}: ${Object.keys(commands).join(', ')}`);
    })
  )(args);
} catch (error) {
  console.error(error instanceof Advice ? error.message : error);
  process.exitCode = 1;
} finally {
  await stopAll();
  say('done');
}
