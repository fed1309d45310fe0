import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Advice, freePort, home, isRoot, onPath, redisCommand, run, say, service, tools } from './util.mjs';

const names = ['redis-server', 'valkey-server'];
const local = path.join(tools, 'redis');
const libraryDirs = () => {
  const lib = path.join(local, 'root', 'usr', 'lib');
  return existsSync(lib)
    ? [
        ...readdirSync(lib, { withFileTypes: true })
          .filter((d) => d.isDirectory())
          .map((d) => path.join(lib, d.name)),
        lib,
      ]
    : [];
};
const env = () => ({ ...process.env, LD_LIBRARY_PATH: [...libraryDirs(), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':') });
const unpacked = () => names.map((n) => path.join(local, 'root', 'usr', 'bin', n)).find(existsSync);

/** Debian and Ubuntu, as any user: apt with its own state folder; what is missing is unpacked, not installed. */
async function unpackWithApt() {
  if (process.platform !== 'linux' || !onPath(['apt-get']) || !onPath(['dpkg-deb'])) return;
  say('getting redis-server from the Debian packages (unpacked into this checkout, not installed)');
  for (const d of ['state/lists/partial', 'cache/archives/partial', 'debs', 'root']) mkdirSync(path.join(local, d), { recursive: true });
  const options = [
    '-qq',
    '-o',
    `Dir::State=${local}/state`,
    '-o',
    `Dir::State::lists=${local}/state/lists`,
    '-o',
    'Dir::State::status=/var/lib/dpkg/status',
    '-o',
    `Dir::Cache=${local}/cache`,
    '-o',
    'Debug::NoLocking=1',
    '-o',
    'APT::Sandbox::User=',
  ];
  const apt = (args, cwd) =>
    run('apt-get', [...options, ...args], { quiet: true, cwd: cwd ?? local, env: { ...process.env, LC_ALL: 'C' } });
  await apt(['update']);
  for (const wanted of names) {
    const listed = await apt(['--print-uris', '--no-install-recommends', '--yes', '--reinstall', 'install', wanted]).catch(() => undefined);
    const packages = [...(listed?.out.matchAll(/^'\S+' ([^_\s]+)_/gm) ?? [])].map((m) => m[1]);
    if (!packages.length) continue;
    await apt(['download', ...packages, ...(wanted === 'redis-server' ? ['redis-tools'] : ['valkey-tools'])], path.join(local, 'debs'));
    for (const deb of readdirSync(path.join(local, 'debs')))
      await run('dpkg-deb', ['-x', path.join(local, 'debs', deb), path.join(local, 'root')], { quiet: true });
    return unpacked();
  }
}
async function installAsRoot() {
  if (!isRoot) return;
  const tries = [
    ['apt-get', ['install', '-y', '--no-install-recommends', 'redis-server']],
    ['apk', ['add', 'valkey']],
    ['dnf', ['install', '-y', 'valkey']],
  ];
  for (const [command, args] of tries) {
    if (!onPath([command])) continue;
    say(`${command} ${args.join(' ')}`);
    if (command === 'apt-get') await run('apt-get', ['update'], { quiet: true, anyCode: true });
    const { code } = await run(command, args, { quiet: true, anyCode: true, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
    if (code === 0) return onPath(names, ['/usr/sbin']);
  }
}
async function binary() {
  const found = process.env.REDIS_IGNORE_PATH ? undefined : onPath(names, ['/opt/homebrew/bin', '/usr/local/bin', '/usr/sbin']);
  if (found ?? unpacked()) return found ?? unpacked();
  for (const way of [unpackWithApt, installAsRoot]) {
    const file = await way().catch((error) => say(error.message));
    if (file) return file;
  }
  throw new Advice(
    [
      'No Redis. Give REDIS_URL, or install one and run this again:',
      '  Debian, Ubuntu  sudo apt-get install redis-server',
      '  Fedora, RHEL    sudo dnf install valkey',
      '  Alpine          apk add valkey',
      '  macOS           brew install redis',
      '  Windows         use WSL, or: docker run -p 127.0.0.1:6379:6379 valkey/valkey:8, then set REDIS_URL=redis://127.0.0.1:6379',
    ].join('\n'),
  );
}

/** A server that was left behind when we were killed would go on writing the same append-only file. */
async function stopStray(dir, conf) {
  if (!existsSync(conf)) return;
  const url = `redis://127.0.0.1:${/^port (\d+)/m.exec(readFileSync(conf, 'utf8'))?.[1]}`;
  if (!(await redisCommand(url, 'CONFIG', 'GET', 'dir').catch(() => '')).includes(`${dir}\r\n`)) return;
  say('stopping the Redis that an earlier run left behind');
  await redisCommand(url, 'SHUTDOWN').catch(() => undefined);
  for (let i = 0; i < 100; i++) {
    if (
      await redisCommand(url, 'PING').then(
        () => false,
        () => true,
      )
    )
      return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

export async function startRedis(wantedPort) {
  const file = await binary();
  const dir = path.join(home, 'redis');
  mkdirSync(dir, { recursive: true });
  const conf = path.join(dir, 'redis.conf');
  await stopStray(dir, conf);
  const port = await freePort(wantedPort);
  // AOF every second: at most one second of jobs is lost in a power cut; noeviction: BullMQ must never lose a key.
  writeFileSync(
    conf,
    [
      `port ${port}`,
      'bind 127.0.0.1',
      `dir "${dir}"`,
      'appendonly yes',
      'appendfsync everysec',
      'maxmemory-policy noeviction',
      'save ""',
      '',
    ].join('\n'),
  );
  const server = service(file, [conf], { ready: /Ready to accept connections/, stopSignal: 'SIGTERM', env: env() });
  await server.up;
  const url = `redis://127.0.0.1:${port}`;
  if (!(await redisCommand(url, 'PING')).includes('PONG')) throw new Error('Redis does not answer');
  return { url, port, stop: server.stop };
}
